import type { Usage } from "@quarry/schema";
import { QuarryError } from "@quarry/sdk";
import type { Command } from "../command-shape.ts";
import { CONNECTION_OPTIONS, clientOf, findConnection } from "../connect.ts";
import { failureText } from "../failure-text.ts";
import { optionReader } from "../option-reader.ts";
import { printJson } from "../printing.ts";
import { askServer } from "../server-state.ts";

const USAGE = `Usage: quarry doctor [options]

Looks whether the server can be reached and is ready, whether it takes the key, and what the key may do.

  --json                 prints what was found as JSON
  --url URL, --key KEY   the server and an API key; else QUARRY_URL and QUARRY_API_KEY, or those of quarry login

Examples:
  quarry doctor
  quarry doctor --json | jq .usage.requests

What the server keeps is looked through on its own machine, in Quarry's repository: bun run doctor

Ends with 0 when all is well, and with 1 when something is not.`;

const INDENTED = `\n${" ".repeat(18)}`;

interface Finding {
  readonly check: string;
  readonly ok: boolean;
  readonly message: string;
}

/** `quarry doctor`: the server, the key, and what it may do. */
export const doctorCommand: Command = {
  summary: "look whether the server and the key are good",
  usage: USAGE,
  async run(args) {
    const options = optionReader(USAGE).readAlone(args, { json: { type: "boolean" }, ...CONNECTION_OPTIONS });
    const connection = findConnection(options);
    const quarry = clientOf(connection);
    const findings: Finding[] = [];
    const server = await askServer(connection.url);
    findings.push({ check: "server", ...server });
    const key = connection.key?.trim();
    let usage: Usage | undefined;
    let permissions: readonly string[] | undefined;
    if (server.ok)
      try {
        usage = (await quarry.usage.get()).usage;
        findings.push({ check: "key", ok: true, message: `good (from ${connection.keySource})` });
        permissions = await ownPermissions(quarry, key);
        const said = permissions?.join(" ") ?? "unknown: only a key with apikeys:read can look";
        findings.push({ check: "permissions", ok: true, message: said });
        findings.push({ check: "limits", ok: true, message: limitsText(usage) });
      } catch (error) {
        if (!QuarryError.isInstance(error)) throw error;
        findings.push({ check: "key", ok: false, message: failureText(error) });
      }
    const ok = findings.every((finding) => finding.ok);
    const { url } = connection;
    if (options.json) printJson({ ok, url, version: server.version, findings, permissions, usage });
    else {
      for (const { ok, check, message } of findings)
        console.log(`${ok ? "ok  " : "BAD "} ${check.padEnd(12)} ${message.replaceAll("\n", INDENTED)}`);
      console.log("What the server keeps is looked through on its own machine: bun run doctor");
    }
    return ok ? 0 : 1;
  },
};

/** What the key may do, as far as it may look at keys. */
async function ownPermissions(
  quarry: ReturnType<typeof clientOf>,
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
    ({ windowSeconds, limit, remaining }) => `${remaining} of ${limit} calls left in ${windowSeconds} s`,
  );
  return [
    `tier ${tier}`,
    `${spaces.count}${of(spaces.limit)} spaces`,
    `${documents.count} documents${documents.limitPerSpace === null ? "" : ` (${documents.limitPerSpace} a space)`}`,
    `${apiKeys.count}${of(apiKeys.limit)} keys`,
    ...(calls.length === 0 ? ["calls without limit"] : calls),
  ].join(", ");
}
