import { QuarryError } from "@quarry/core";

/** Environment variables. An empty variable counts as absent. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Reads an http or https URL. Errors do not show it, because it may contain a password. */
export function httpUrl(env: Environment, name: string): string | undefined {
  const value = text(env, name);
  if (value !== undefined && !/^https?:$/.test(URL.parse(value)?.protocol ?? ""))
    throw new QuarryError(
      "invalid_request",
      `Setting ${name} must be an http or https URL (its value is not shown).`,
    );
  return value;
}

/** Picks the variables with these names that are set. */
export function only(env: Environment, ...names: string[]): Record<string, string> {
  return Object.fromEntries(names.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]]])));
}

/** Reads a setting and trims it. */
export function text(env: Environment, name: string): string | undefined {
  const value = env[name]?.trim();
  return value === undefined || value === "" ? undefined : value;
}

/** Reads a whole number from `minimum` to `maximum`. */
export function integer(
  env: Environment,
  name: string,
  defaultValue: number,
  minimum: number,
  maximum: number,
): number {
  const value = text(env, name);
  if (value === undefined) return defaultValue;
  const number = Number(value);
  if (!/^\d+$/.test(value) || number < minimum || number > maximum)
    throw invalid(name, value, `must be a whole number from ${minimum} to ${maximum}`);
  return number;
}

/** Reads one of several values. */
export function choice<Name extends string>(
  env: Environment,
  name: string,
  allowed: readonly Name[],
  defaultValue: Name,
): Name {
  const value = text(env, name) ?? defaultValue;
  const found = allowed.find((candidate) => candidate === value);
  if (found === undefined) throw invalid(name, value, `must be one of: ${allowed.join(", ")}`);
  return found;
}

/** The error for an invalid setting. */
export function invalid(name: string, value: string, problem: string): QuarryError {
  return new QuarryError("invalid_request", `Setting ${name}=${JSON.stringify(value)} ${problem}.`);
}
