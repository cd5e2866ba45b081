import { type ParseArgsOptionsConfig, parseArgs } from "node:util";
import { UsageError } from "./usage-error.ts";

/** Reads the words after a command's name; whatever is wrong with them is said together with the command's usage. */
export function optionReader(usage: string) {
  function fail(problem: string): never {
    throw new UsageError(`${problem}\n\n${usage}`);
  }
  return {
    fail,

    /** Options, and the words that belong to none. */
    read<const Options extends ParseArgsOptionsConfig>(args: readonly string[], options: Options) {
      try {
        return parseArgs({ args: [...args], options, allowPositionals: true });
      } catch (error) {
        return fail((error as Error).message);
      }
    },

    /** Options alone. */
    readAlone<const Options extends ParseArgsOptionsConfig>(args: readonly string[], options: Options) {
      try {
        return parseArgs({ args: [...args], options }).values;
      } catch (error) {
        return fail((error as Error).message);
      }
    },

    choice<Choice extends string>(
      option: string,
      value: string | undefined,
      choices: readonly Choice[],
    ): Choice | undefined {
      const choice = choices.find((known) => known === value);
      if (value !== undefined && choice === undefined)
        fail(`${option} must be one of ${choices.join(", ")}.`);
      return choice;
    },

    number(
      option: string,
      value: string | undefined,
      { least, most, isWhole = true }: { least: number; most: number; isWhole?: boolean },
    ): number | undefined {
      if (value === undefined) return undefined;
      const number = value.trim() === "" ? Number.NaN : Number(value);
      if (!(number >= least && number <= most) || (isWhole && !Number.isInteger(number)))
        fail(`${option} must be a ${isWhole ? "whole " : ""}number from ${least} to ${most}.`);
      return number;
    },

    /** `a,b` and repeated options alike. */
    list(values: readonly string[] | undefined): string[] {
      return (values ?? []).flatMap((value) => value.split(",")).flatMap((value) => value.trim() || []);
    },
  };
}
