import { CONNECTION_OPTIONS, clientOf, DEFAULT_URL } from "../connection/connect.ts";
import { isQuarry, noServerMessage } from "../connection/server-status.ts";
import { loginPath, readLogin, writeLogin } from "../connection/stored-login.ts";
import type { Command } from "../options/command-definition.ts";
import { optionReader } from "../options/option-reader.ts";
import { UsageError } from "../options/usage-error.ts";
import { printJson } from "../terminal/output.ts";
import { readSecret } from "../terminal/prompt.ts";

const USAGE = `Usage: quarry login [options]

Checks an API key and saves it with the server URL for the other commands.

  --url URL   Server URL (default: QUARRY_URL, the last saved URL, or ${DEFAULT_URL})
  --key KEY   API key (default: QUARRY_API_KEY, or a prompt that does not echo it)
  --json      Print the result as JSON, without the key

They are saved in ~/.config/quarry/config.json (or below XDG_CONFIG_HOME), readable only by you. Options and environment
variables take precedence. To delete them, run quarry logout.

Examples:
  quarry login --url https://kb.example.com
  quarry login < quarry-data/root-key

Exit codes: 0 success, 2 invalid key, unreachable server or other error`;

const { fail, readAlone } = optionReader(USAGE);

/** `quarry login`: checks an API key and saves it. */
export const loginCommand: Command = {
  usage: USAGE,
  async run(args) {
    const options = readAlone(args, { json: { type: "boolean" }, ...CONNECTION_OPTIONS });
    const url = options.url ?? (process.env.QUARRY_URL?.trim() || readUrl());
    const key =
      options.key ?? (process.env.QUARRY_API_KEY?.trim() || (await readSecret(`API key of ${url}: `)));
    if (key === "") return fail("Missing API key. Pass it with --key, QUARRY_API_KEY or stdin.");
    const { usage } = await clientOf({ url, key }).usage.get();
    // Another server may answer any call with JSON.
    if (!(await isQuarry(url))) throw new UsageError(noServerMessage(url));
    writeLogin({ url, key });
    const path = loginPath();
    if (options.json) printJson({ url, path, tier: usage.tier });
    else console.log(`The API key is valid. Saved for ${url} in ${path}`);
    return 0;
  },
};

/** The last saved URL. An invalid file is ignored, because the login replaces it. */
function readUrl(): string {
  try {
    return readLogin()?.url ?? DEFAULT_URL;
  } catch {
    return DEFAULT_URL;
  }
}
