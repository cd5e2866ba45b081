import { CONNECTION_OPTIONS, connect } from "../connection/connect.ts";
import { spaceSlugs } from "../connection/space-slugs.ts";
import type { Command } from "../options/command-definition.ts";
import { optionReader } from "../options/option-reader.ts";

const USAGE = `Usage: quarry complete spaces [options]

Prints the values that a shell offers: the slugs of the spaces, one per line. Completion scripts call it.

Examples:
  quarry complete spaces

Exit codes: 0 success, 2 error`;

const { fail, read } = optionReader(USAGE);

/** `quarry complete`: prints values for completion scripts. */
export const completeCommand: Command = {
  usage: USAGE,
  actions: ["spaces"],
  async run(args) {
    const { values, positionals } = read(args, CONNECTION_OPTIONS);
    if (positionals.join(" ") !== "spaces") return fail("Specify spaces.");
    for (const slug of await spaceSlugs(connect(values))) console.log(slug);
    return 0;
  },
};
