import { type ParseArgsOptionsConfig, parseArgs } from "node:util";
import { UsageError } from "./usage-error.ts";

/** Parses a command's arguments. Every error is a {@link UsageError} that includes the command's usage. */
export function optionReader(usage: string) {
  function fail(problem: string): never {
    throw new UsageError(`${problem}\n\n${usage}`);
  }
  return {
    fail,

    /** Parses options and positional arguments. */
    read<const Options extends ParseArgsOptionsConfig>(args: readonly string[], options: Options) {
      try {
        return parseArgs({ args: [...args], options, allowPositionals: true });
      } catch (error) {
        return fail((error as Error).message);
      }
    },

    /** Parses options. Positional arguments are errors. */
    readAlone<const Options extends ParseArgsOptionsConfig>(args: readonly string[], options: Options) {
      try {
        return parseArgs({ args: [...args], options }).values;
      } catch (error) {
        return fail((error as Error).message);
      }
    },

    /** Checks that a value is one of several. */ choice<Choice extends string>(
      option: string,
      value: string | undefined,
      choices: readonly Choice[],
    ): Choice | undefined {
      const choice = choices.find((known) => known === value);
      if (value !== undefined && choice === undefined)
        fail(`${option} must be one of ${choices.join(", ")}.`);
      return choice;
    },

    /** Parses a number within a range. */ number(
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
