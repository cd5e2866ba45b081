import type { Space } from "@quarry/schema";
import type { Quarry } from "@quarry/sdk";
import { confirm } from "../asking.ts";
import type { Command } from "../command-shape.ts";
import { CONNECTION_OPTIONS, connect } from "../connect.ts";
import { optionReader } from "../option-reader.ts";
import { oneLine, printJson, tableText } from "../printing.ts";

const USAGE = `Usage: quarry spaces [list|create|archive|restore|purge] [options]

  quarry spaces [list]           lists them
  quarry spaces create NAME      makes one
  quarry spaces archive SPACE    hides one from lists and questions; what it holds stays
  quarry spaces restore SPACE    brings it back
  quarry spaces purge SPACE      erases one and all that it holds, for good

  --status STATUS        of list: active (default), archived or all
  --slug SLUG            of create: the short name; else it is made from the name
  --description TEXT     of create: what it holds, which is how quarry ask finds it
  --icon ICON            of create: folder, book, file-text, ... or one emoji
  --yes                  of purge: does not ask
  --json                 prints JSON
  --url URL, --key KEY   the server and an API key; else QUARRY_URL and QUARRY_API_KEY, or those of quarry login

Examples:
  quarry spaces create Handbook --description "How we work: holidays, expenses, tools"
  quarry spaces list --status all
  quarry spaces purge handbook

SPACE is an id or a slug. Ends with 0, with 1 when a purge was not confirmed, and with 2 when it could not be done.`;

const ACTIONS = ["list", "create", "archive", "restore", "purge"] as const;
const { fail, read, choice } = optionReader(USAGE);

/** `quarry spaces`: lists, makes, hides and erases spaces. */
export const spacesCommand: Command = {
  summary: "list, create, archive, restore and purge spaces",
  usage: USAGE,
  actions: ACTIONS,
  async run(args) {
    const { values, positionals } = readWords(args);
    const [word = "list", name, ...rest] = positionals;
    const action = choice("The first word", word, ACTIONS) ?? "list";
    if (rest.length > 0 || (action === "list") !== (name === undefined))
      return fail(action === "list" ? "list takes no name." : `${action} takes one name.`);
    const status = choice("--status", values.status, ["active", "archived", "all"]);
    const quarry = connect(values);
    if (name === undefined || action === "list")
      return list(quarry, status ?? "active", values.json ?? false);
    const { slug, description, icon } = values;
    const given = Object.entries({ slug, description, icon }).filter(([, value]) => value !== undefined);
    if (given.length > 0 && action !== "create")
      return fail(`--${given[0]?.[0]} is an option of create alone.`);
    if (action === "purge" && !values.yes && !(await isPurgeMeant(quarry, name))) return 1;
    const { space } = await (action === "create"
      ? quarry.spaces.create({ name, ...Object.fromEntries(given) })
      : quarry.spaces[action](name));
    if (values.json) printJson({ space });
    else console.log(`${DONE[action]}: ${oneLine(space.name)} (${space.slug}, ${space.id})`);
    return 0;
  },
};

const DONE = { create: "Created", archive: "Archived", restore: "Restored", purge: "Erased" } as const;

function readWords(args: readonly string[]) {
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
  else if (spaces.length === 0) console.log("There are no spaces. Make one: quarry spaces create NAME");
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

async function isPurgeMeant(quarry: Quarry, name: string): Promise<boolean> {
  const { limits } = await quarry.spaces.limits(name);
  return confirm(`Erase the space ${name} and its ${limits.documents.count} documents for good?`);
}
