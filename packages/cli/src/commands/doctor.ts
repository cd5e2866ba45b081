import type { Usage } from "@quarry/schema";
import { type Quarry, QuarryError } from "@quarry/sdk";
import {
  CONNECTION_OPTIONS,
  CONNECTION_USAGE,
  type Connection,
  clientOf,
  findConnection,
} from "../connection/connect.ts";
import { checkServer } from "../connection/server-status.ts";
import type { Command } from "../options/command-definition.ts";
import { optionReader } from "../options/option-reader.ts";
import { errorMessage } from "../terminal/error-message.ts";
import { printJson } from "../terminal/output.ts";

const USAGE = `Usage: quarry doctor [options]

Checks that the server is ready and the API key is valid, and prints the key's permissions and limits.

  --json                 Print the results as JSON
${CONNECTION_USAGE}

Examples:
  quarry doctor
  quarry doctor --json | jq .usage.requests

To check a server's stored data, run this on its machine, in Quarry's repository: bun run doctor

Exit codes: 0 all checks passed, 1 a check failed, 2 error`;

const INDENTED = `\n${" ".repeat(18)}`;

interface Finding {
  readonly check: string;
  readonly ok: boolean;
  readonly message: string;
}

/** `quarry doctor`: checks the server, the API key and its permissions. */
export const doctorCommand: Command = {
  usage: USAGE,
  async run(args) {
    const options = optionReader(USAGE).readAlone(args, { json: { type: "boolean" }, ...CONNECTION_OPTIONS });
    const connection = findConnection(options);
    const quarry = clientOf(connection);
    const server = await checkServer(connection.url);
    const key = server.ok ? await checkKey(quarry, connection) : { findings: [] };
    const findings: Finding[] = [{ check: "server", ...server }, ...key.findings];
    const ok = findings.every((finding) => finding.ok);
    const { permissions, usage } = key;
    if (options.json)
      printJson({ ok, url: connection.url, version: server.version, findings, permissions, usage });
    else {
      for (const { ok, check, message } of findings)
        console.log(`${ok ? "ok  " : "FAIL"} ${check.padEnd(12)} ${message.replaceAll("\n", INDENTED)}`);
      console.log("To check the server's stored data, run on its machine: bun run doctor");
    }
    return ok ? 0 : 1;
  },
};

interface KeyCheck {
  readonly findings: readonly Finding[];
  readonly permissions?: readonly string[] | undefined;
  readonly usage?: Usage;
}

async function checkKey(quarry: Quarry, { key, keySource }: Connection): Promise<KeyCheck> {
  try {
    const { usage } = await quarry.usage.get();
    const permissions = await ownPermissions(quarry, key?.trim());
    const permissionsText = permissions?.join(" ") ?? "unknown (reading them requires apikeys:read)";
    const findings = [
      { check: "key", ok: true, message: `valid (from ${keySource})` },
      { check: "permissions", ok: true, message: permissionsText },
      { check: "limits", ok: true, message: limitsText(usage) },
    ];
    return { findings, permissions, usage };
  } catch (error) {
    if (!QuarryError.isInstance(error)) throw error;
    return { findings: [{ check: "key", ok: false, message: await errorMessage(error) }] };
  }
}

/** The permissions of the key; undefined if it cannot list API keys. */
async function ownPermissions(
  quarry: Quarry,
  key: string | undefined,
): Promise<readonly string[] | undefined> {
  try {
    for await (const { prefix, permissions } of quarry.apiKeys.list({ pageSize: 100 }))
      if (key?.startsWith(prefix)) return permissions;
  } catch (error) {
    if (!QuarryError.isInstance(error)) throw error;
  }
  return undefined;
}

function limitsText({ tier, spaces, documents, apiKeys, requests }: Usage): string {
  const of = (limit: number | null): string => (limit === null ? "" : ` of ${limit}`);
  const calls = requests.map(
    ({ windowSeconds, limit, remaining }) => `${remaining} of ${limit} requests left per ${windowSeconds} s`,
  );
  return [
    `tier ${tier}`,
    `${spaces.count}${of(spaces.limit)} spaces`,
    `${documents.count} documents${documents.limitPerSpace === null ? "" : ` (limit ${documents.limitPerSpace} per space)`}`,
    `${apiKeys.count}${of(apiKeys.limit)} keys`,
    ...(calls.length === 0 ? ["no rate limit"] : calls),
  ].join(", ");
}
