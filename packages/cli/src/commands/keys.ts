import { type ApiKey, type CreatedApiKey, PERMISSIONS } from "@quarry/schema";
import type { Quarry } from "@quarry/sdk";
import { CONNECTION_OPTIONS, CONNECTION_USAGE, connect } from "../connection/connect.ts";
import type { Command } from "../options/command-definition.ts";
import { optionReader } from "../options/option-reader.ts";
import { oneLine, printJson, printMessage, tableText } from "../terminal/output.ts";

const USAGE = `Usage: quarry keys [list|create|rotate|delete] [options]

  quarry keys [list]        List the organization's API keys
  quarry keys create NAME   Create a key and print it once
  quarry keys rotate ID     Replace a key with a new one that has the same permissions, and print it once
  quarry keys delete ID     Delete a key; it stops working immediately

  --level LEVEL          create: read (default), write or admin
  --permission LIST      create: permissions instead of --level, e.g. spaces:read,queries:read
  --space LIST           create: ids or slugs of the only spaces that the key has access to
  --expires DATE         create: expiry date, e.g. 2030-01-01T00:00:00Z
  --overlap SECONDS      rotate: how long the old key remains valid (default 0)
  --json                 Print JSON
${CONNECTION_USAGE}

Examples:
  quarry keys create website --permission queries:read --space handbook
  quarry keys rotate key_01h... --overlap 3600
  export QUARRY_API_KEY=$(quarry keys create ci --level write --json | jq -r .key)

Exit codes: 0 success, 2 error`;

const ACTIONS = ["list", "create", "rotate", "delete"] as const;
const LEVELS = ["read", "write", "admin"] as const;
const { fail, read, choice, number, list: listOption } = optionReader(USAGE);

/** `quarry keys`: lists, creates, rotates and deletes API keys. */
export const keysCommand: Command = {
  usage: USAGE,
  actions: ACTIONS,
  values: { "--level": LEVELS, "--space": "spaces", "--permission": PERMISSIONS },
  async run(args) {
    const { values, positionals } = readArguments(args);
    const [subcommand = "list", name, ...rest] = positionals;
    const action = choice("The subcommand", subcommand, ACTIONS) ?? "list";
    const level = choice("--level", values.level, LEVELS);
    const overlapSeconds = number("--overlap", values.overlap, { min: 0, max: 604_800 });
    if (rest.length > 0 || (action === "list") !== (name === undefined))
      return fail(
        action === "list"
          ? "list takes no argument."
          : `${action} requires exactly one ${action === "create" ? "name" : "id"}.`,
      );
    const permissions = listOption(values.permission).flatMap(
      (permission) => choice("--permission", permission, PERMISSIONS) ?? [],
    );
    if (permissions.length > 0 && level !== undefined) return fail("Specify either --level or --permission.");
    const spaceIds = listOption(values.space);
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

function readArguments(args: readonly string[]) {
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
  const response = await quarry.apiKeys.delete({ id });
  if (json) printJson(response);
  else console.log(`Deleted: ${id}`);
  return 0;
}

/** Prints only the key to stdout, and a note about it to stderr. */
function show(created: CreatedApiKey, json: boolean): number {
  if (json) printJson(created);
  else {
    console.log(created.key);
    printMessage(
      `API key ${oneLine(created.apiKey.name)} (${created.apiKey.id}). Save it now: it is not shown again.`,
    );
  }
  return 0;
}
