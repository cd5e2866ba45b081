import { loginPath, removeLogin } from "../connection/stored-login.ts";
import type { Command } from "../options/command-definition.ts";
import { optionReader } from "../options/option-reader.ts";
import { printJson } from "../terminal/output.ts";

const USAGE = `Usage: quarry logout [options]

Deletes the server URL and the API key saved by quarry login. The key remains valid; to delete it, use quarry keys delete.

  --json   Print whether there was a saved login, as JSON

Example:
  quarry logout`;

/** `quarry logout`: deletes the saved login. */
export const logoutCommand: Command = {
  usage: USAGE,
  async run(args) {
    const { json } = optionReader(USAGE).readAlone(args, { json: { type: "boolean" } });
    const removed = removeLogin();
    if (json) printJson({ removed });
    else console.log(removed ? `Deleted ${loginPath()}` : "There is no saved login.");
    return 0;
  },
};
