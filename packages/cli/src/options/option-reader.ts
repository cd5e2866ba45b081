import { type ParseArgsOptionsConfig, parseArgs } from "node:util";
import { didYouMean } from "./closest.ts";
import { UsageError } from "./usage-error.ts";

/** Parses a command's arguments. Every error is a {@link UsageError} of three lines: the problem, the usage, where to read more. */
export function optionReader(usage: string) {
  const [synopsis = ""] = usage.split("\n");
  const [, command = ""] = /^Usage: quarry (\S+)/.exec(synopsis) ?? [];

  function fail(problem: string): never {
    throw new UsageError(`${problem}\n${synopsis}\nRun quarry ${command} --help for details.`);
  }
  function parse<Parsed>(options: ParseArgsOptionsConfig, work: () => Parsed): Parsed {
    try {
      return work();
    } catch (error) {
      return fail(problemOf(error as Error, Object.keys(options)));
    }
  }
  return {
    fail,

    /** Parses options and positional arguments. */
    read<const Options extends ParseArgsOptionsConfig>(args: readonly string[], options: Options) {
      return parse(options, () => parseArgs({ args: [...args], options, allowPositionals: true }));
    },

    /** Parses options. Positional arguments are errors. */
    readAlone<const Options extends ParseArgsOptionsConfig>(args: readonly string[], options: Options) {
      return parse(options, () => parseArgs({ args: [...args], options }).values);
    },

    /** Checks that a value is one of several. */
    choice<Choice extends string>(
      option: string,
      value: string | undefined,
      choices: readonly Choice[],
    ): Choice | undefined {
      const choice = choices.find((known) => known === value);
      if (value !== undefined && choice === undefined)
        fail(`${option} must be one of ${choices.join(", ")}.${didYouMean(value, choices)}`);
      return choice;
    },

    /** Parses a number within a range. */
    number(
      option: string,
      value: string | undefined,
      { min, max, isInteger = true }: { min: number; max: number; isInteger?: boolean },
    ): number | undefined {
      if (value === undefined) return undefined;
      const number = value.trim() === "" ? Number.NaN : Number(value);
      if (!(number >= min && number <= max) || (isInteger && !Number.isInteger(number)))
        fail(`${option} must be ${isInteger ? "an integer" : "a number"} from ${min} to ${max}.`);
      return number;
    },

    /** Parses a list: comma-separated values, repeated options, or both. */
    list(values: readonly string[] | undefined): string[] {
      return (values ?? []).flatMap((value) => value.split(",")).flatMap((value) => value.trim() || []);
    },
  };
}

/** What is wrong with the arguments. The runtime's own messages are long and differ between Node and Bun. */
function problemOf(error: Error & { readonly code?: string }, options: readonly string[]): string {
  const [, quoted = ""] = /'([^']+)'/.exec(error.message) ?? [];
  const [option = ""] = quoted.split(/[ ,]/);
  if (error.code === "ERR_PARSE_ARGS_UNKNOWN_OPTION")
    return `Unknown option ${option}.${didYouMean(
      option,
      [...options, "help"].map((name) => `--${name}`),
    )}`;
  if (error.code === "ERR_PARSE_ARGS_UNEXPECTED_POSITIONAL") return `Unexpected argument ${quoted}.`;
  return /argument missing|ambiguous/.test(error.message)
    ? `${quoted.match(/--[\w-]+/)?.[0] ?? option} needs a value.`
    : (error.message.split("\n")[0] ?? "");
}
