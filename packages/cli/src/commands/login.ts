import { NotFoundError } from "@quarry/sdk";
import { readSecret } from "../asking.ts";
import type { Command } from "../command-shape.ts";
import { CONNECTION_OPTIONS, clientOf, STANDARD_URL } from "../connect.ts";
import { optionReader } from "../option-reader.ts";
import { printJson } from "../printing.ts";
import { notHere } from "../server-state.ts";
import { loginPath, readLogin, writeLogin } from "../stored-login.ts";
import { UsageError } from "../usage-error.ts";

const USAGE = `Usage: quarry login [options]

Keeps a server's address and an API key for the other commands, when the server takes the key.

  --url URL   the server; else QUARRY_URL, the one of the last login, or ${STANDARD_URL}
  --key KEY   the key; else QUARRY_API_KEY, or it is asked for: nothing shows while it is typed
  --json      prints what was kept as JSON, without the key

They are kept in ~/.config/quarry/config.json (below XDG_CONFIG_HOME if that is set), readable by you alone. Options and the
environment go before them; quarry logout forgets them.

Examples:
  quarry login --url https://kb.example.com
  quarry login < quarry-data/root-key

Ends with 0, and with 2 when the server is away or refuses the key.`;

const { fail, readAlone } = optionReader(USAGE);

/** `quarry login`: checks a key, and keeps it. */
export const loginCommand: Command = {
  summary: "keep a server's address and key for the other commands",
  usage: USAGE,
  async run(args) {
    const options = readAlone(args, { json: { type: "boolean" }, ...CONNECTION_OPTIONS });
    const url = options.url ?? (process.env.QUARRY_URL?.trim() || readUrl());
    const key =
      options.key ?? (process.env.QUARRY_API_KEY?.trim() || (await readSecret(`API key of ${url}: `)));
    if (key === "") return fail("There is no key: it is --key, QUARRY_API_KEY, or the standard input.");
    const { usage } = await clientOf({ url, key })
      .usage.get()
      .catch((error: unknown) => {
        throw NotFoundError.isInstance(error) ? new UsageError(notHere(url)) : error;
      });
    writeLogin({ url, key });
    const path = loginPath();
    if (options.json) printJson({ url, path, tier: usage.tier });
    else console.log(`The key is good. It is kept for ${url} in ${path}`);
    return 0;
  },
};

/** A broken file is no reason to refuse a new login. */
function readUrl(): string {
  try {
    return readLogin()?.url ?? STANDARD_URL;
  } catch {
    return STANDARD_URL;
  }
}
