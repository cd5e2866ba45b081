import { type ApiKey, type CreatedApiKey, PERMISSIONS } from "@quarry/schema";
import type { Quarry } from "@quarry/sdk";
import type { Command } from "../command-shape.ts";
import { CONNECTION_OPTIONS, connect } from "../connect.ts";
import { optionReader } from "../option-reader.ts";
import { oneLine, printJson, tableText, tell } from "../printing.ts";

const USAGE = `Usage: quarry keys [list|create|rotate|delete] [options]

  quarry keys [list]        lists the organization's API keys
  quarry keys create NAME   makes one, and shows it this once
  quarry keys rotate ID     replaces one by a new key with the same rights, shown this once
  quarry keys delete ID     ends one, at once

  --level LEVEL          of create: read (default), write or admin
  --permission LIST      of create, in place of --level: spaces:read,queries:read,...
  --space LIST           of create: ids or slugs of the only spaces that exist for it
  --expires DATE         of create: when it stops working, e.g. 2030-01-01T00:00:00Z
  --overlap SECONDS      of rotate: how long the old key works beside the new one (default 0)
  --json                 prints JSON
  --url URL, --key KEY   the server and an API key; else QUARRY_URL and QUARRY_API_KEY, or those of quarry login

Examples:
  quarry keys create website --permission queries:read --space handbook
  quarry keys rotate key_01h... --overlap 3600
  export QUARRY_API_KEY=$(quarry keys create ci --level write --json | jq -r .key)

Ends with 0, and with 2 when it could not be done.`;

const ACTIONS = ["list", "create", "rotate", "delete"] as const;
const { fail, read, choice, number, list: words } = optionReader(USAGE);

/** `quarry keys`: lists, makes, replaces and ends API keys. */
export const keysCommand: Command = {
  summary: "list, create, rotate and delete API keys",
  usage: USAGE,
  actions: ACTIONS,
  async run(args) {
    const { values, positionals } = readWords(args);
    const [word = "list", name, ...rest] = positionals;
    const action = choice("The first word", word, ACTIONS) ?? "list";
    const level = choice("--level", values.level, ["read", "write", "admin"]);
    const overlapSeconds = number("--overlap", values.overlap, { least: 0, most: 604_800 });
    if (rest.length > 0 || (action === "list") !== (name === undefined))
      return fail(action === "list" ? "list takes no name." : `${action} takes one name.`);
    const permissions = words(values.permission).flatMap(
      (permission) => choice("--permission", permission, PERMISSIONS) ?? [],
    );
    if (permissions.length > 0 && level !== undefined) return fail("Give either --level or --permission.");
    const spaceIds = words(values.space);
    const quarry = connect(values);
    const json = values.json ?? false;
    if (name === undefined) return list(quarry, json);
    if (action === "delete") return remove(quarry, name, json);
    if (action === "rotate")
      return show(
        await quarry.apiKeys.rotate({
          id: name,
          ...(overlapSeconds === undefined ? {} : { overlapSeconds }),
        }),
        json,
      );
    const body = {
      name,
      ...(level === undefined ? {} : { level }),
      ...(permissions.length === 0 ? {} : { permissions }),
      ...(spaceIds.length === 0 ? {} : { spaceIds }),
      ...(values.expires === undefined ? {} : { expiresAt: values.expires }),
    };
    return show(await quarry.apiKeys.create(body), json);
  },
};

function readWords(args: readonly string[]) {
  const text = { type: "string" } as const;
  const texts = { type: "string", multiple: true } as const;
  return read(args, {
    ...{ level: text, permission: texts, space: texts, expires: text, overlap: text },
    ...{ json: { type: "boolean" } },
    ...CONNECTION_OPTIONS,
  });
}

async function list(quarry: Quarry, json: boolean): Promise<number> {
  const apiKeys: ApiKey[] = [];
  for await (const apiKey of quarry.apiKeys.list({ pageSize: 100 })) apiKeys.push(apiKey);
  if (json) printJson({ apiKeys });
  else
    console.log(
      tableText([
        ["ID", "NAME", "KEY", "PERMISSIONS", "EXPIRES"],
        ...apiKeys.map(({ id, name, prefix, permissions, expiresAt }) => [
          id,
          oneLine(name, 30),
          `${prefix}...`,
          permissions.length === PERMISSIONS.length ? "all" : permissions.join(" "),
          expiresAt ?? "never",
        ]),
      ]),
    );
  return 0;
}

async function remove(quarry: Quarry, id: string, json: boolean): Promise<number> {
  const answer = await quarry.apiKeys.delete({ id });
  if (json) printJson(answer);
  else console.log(`Deleted: ${id}`);
  return 0;
}

/** The key alone on the standard output; what must be known about it beside it. */
function show(created: CreatedApiKey, json: boolean): number {
  if (json) printJson(created);
  else {
    console.log(created.key);
    tell(`This is ${oneLine(created.apiKey.name)} (${created.apiKey.id}). It is shown this once.`);
  }
  return 0;
}
