import { QuarryError } from "@quarry/core";

/** The environment that settings are read from. An empty variable is as good as none. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** A URL of http or https. It may hold a password, so it is not shown. */
export function httpUrl(env: Environment, name: string): string | undefined {
  const value = text(env, name);
  if (value !== undefined && !/^https?:$/.test(URL.parse(value)?.protocol ?? ""))
    throw new QuarryError(
      "invalid_request",
      `Setting ${name} must be a URL of http or https (its value is not shown).`,
    );
  return value;
}

/** The variables of these names that are set. */
export function only(env: Environment, ...names: string[]): Record<string, string> {
  return Object.fromEntries(names.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]]])));
}

/** A setting without the spaces around it. */
export function text(env: Environment, name: string): string | undefined {
  const value = env[name]?.trim();
  return value === undefined || value === "" ? undefined : value;
}

/** A whole number from `minimum` to `maximum`. */
export function integer(
  env: Environment,
  name: string,
  standard: number,
  minimum: number,
  maximum: number,
): number {
  const value = text(env, name);
  if (value === undefined) return standard;
  const number = Number(value);
  if (!/^\d+$/.test(value) || number < minimum || number > maximum)
    throw invalid(name, value, `must be a whole number from ${minimum} to ${maximum}`);
  return number;
}

/** One of some words. */
export function choice<Name extends string>(
  env: Environment,
  name: string,
  allowed: readonly Name[],
  standard: Name,
): Name {
  const value = text(env, name) ?? standard;
  const found = allowed.find((candidate) => candidate === value);
  if (found === undefined) throw invalid(name, value, `must be one of: ${allowed.join(", ")}`);
  return found;
}

/** The error for a setting that cannot be used. */
export function invalid(name: string, value: string, problem: string): QuarryError {
  return new QuarryError("invalid_request", `Setting ${name}=${JSON.stringify(value)} ${problem}.`);
}
