import type { Command } from "../command-shape.ts";
import { optionReader } from "../option-reader.ts";
import { printJson } from "../printing.ts";
import { loginPath, removeLogin } from "../stored-login.ts";

const USAGE = `Usage: quarry logout [options]

Forgets what quarry login has kept. The key itself goes on working: quarry keys delete ends it.

  --json   prints whether something was kept as JSON

Example:
  quarry logout`;

/** `quarry logout`: forgets the stored key. */
export const logoutCommand: Command = {
  summary: "forget them",
  usage: USAGE,
  async run(args) {
    const { json } = optionReader(USAGE).readAlone(args, { json: { type: "boolean" } });
    const removed = removeLogin();
    if (json) printJson({ removed });
    else console.log(removed ? `${loginPath()} is deleted.` : "Nothing was kept.");
    return 0;
  },
};
