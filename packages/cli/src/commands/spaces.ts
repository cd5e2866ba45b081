import type { Space } from "@quarry/schema";
import type { Quarry } from "@quarry/sdk";
import { CONNECTION_OPTIONS, CONNECTION_USAGE, connect } from "../connection/connect.ts";
import type { Command } from "../options/command-definition.ts";
import { optionReader } from "../options/option-reader.ts";
import { oneLine, printJson, tableText } from "../terminal/output.ts";
import { confirm } from "../terminal/prompt.ts";

const USAGE = `Usage: quarry spaces [list|create|archive|restore|delete] [options]

  quarry spaces [list]           List spaces
  quarry spaces create NAME      Create a space
  quarry spaces archive SPACE    Hide a space from lists and queries; its documents are kept
  quarry spaces restore SPACE    Restore an archived space
  quarry spaces delete SPACE     Permanently delete a space and its documents, after confirmation

  --status STATUS        list: active (default), archived or all
  --slug SLUG            create: short name (default: derived from the name)
  --description TEXT     create: what the space contains; quarry ask uses it to find the space
  --icon ICON            create: folder, book, file-text, ... or one emoji
  --yes                  delete: do not ask for confirmation
  --json                 Print JSON
${CONNECTION_USAGE}

Examples:
  quarry spaces create Handbook --description "How we work: holidays, expenses, tools"
  quarry spaces list --status all
  quarry spaces delete handbook

SPACE is an id or a slug. purge is another name for delete.

Exit codes: 0 success, 1 deletion not confirmed, 2 error`;

const ACTIONS = ["list", "create", "archive", "restore", "delete"] as const;
const ALL_ACTIONS = [...ACTIONS, "purge"] as const;
const STATUSES = ["active", "archived", "all"] as const;
const { fail, read, choice } = optionReader(USAGE);

/** `quarry spaces`: lists, creates, archives, restores and deletes spaces. */
export const spacesCommand: Command = {
  usage: USAGE,
  actions: ACTIONS,
  values: { "--status": STATUSES, archive: "spaces", restore: "spaces", delete: "spaces" },
  async run(args) {
    const { values, positionals } = readArguments(args);
    const [subcommand = "list", name, ...rest] = positionals;
    const chosen = choice("The subcommand", subcommand, ALL_ACTIONS) ?? "list";
    const action = chosen === "delete" ? "purge" : chosen;
    if (rest.length > 0 || (action === "list") !== (name === undefined))
      return fail(
        action === "list"
          ? "list takes no argument."
          : `${chosen} requires exactly one ${action === "create" ? "name" : "space"}.`,
      );
    const status = choice("--status", values.status, STATUSES);
    const quarry = connect(values);
    if (name === undefined || action === "list")
      return list(quarry, status ?? "active", values.json ?? false);
    const { slug, description, icon } = values;
    const createOptions = Object.entries({ slug, description, icon }).filter(
      ([, value]) => value !== undefined,
    );
    if (createOptions.length > 0 && action !== "create")
      return fail(`--${createOptions[0]?.[0]} can only be used with create.`);
    if (action === "purge" && !values.yes && !(await confirmDeletion(quarry, name))) return 1;
    const { space } = await (action === "create"
      ? quarry.spaces.create({ name, ...Object.fromEntries(createOptions) })
      : quarry.spaces[action](name));
    if (values.json) printJson({ space });
    else console.log(`${DONE[action]}: ${oneLine(space.name)} (${space.slug}, ${space.id})`);
    return 0;
  },
};

const DONE = { create: "Created", archive: "Archived", restore: "Restored", purge: "Deleted" } as const;

function readArguments(args: readonly string[]) {
  const text = { type: "string" } as const;
  const flag = { type: "boolean" } as const;
  return read(args, {
    ...{ status: text, slug: text, description: text, icon: text, yes: flag, json: flag },
    ...CONNECTION_OPTIONS,
  });
}

async function list(quarry: Quarry, status: "active" | "archived" | "all", json: boolean): Promise<number> {
  const spaces: Space[] = [];
  for await (const space of quarry.spaces.list({ status, pageSize: 100 })) spaces.push(space);
  if (json) printJson({ spaces });
  else if (spaces.length === 0) console.log("No spaces. Create one with quarry spaces create NAME.");
  else
    console.log(
      tableText([
        ["SLUG", "NAME", "ID", ""],
        ...spaces.map(({ slug, name, id, isArchived }) => [
          slug,
          oneLine(name, 40),
          id,
          isArchived ? "archived" : "",
        ]),
      ]),
    );
  return 0;
}

async function confirmDeletion(quarry: Quarry, name: string): Promise<boolean> {
  const { limits } = await quarry.spaces.limits(name);
  return confirm(`Permanently delete the space ${name} and its ${limits.documents.count} documents?`);
}
