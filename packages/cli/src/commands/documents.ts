import type { Document, Metadata } from "@quarry/schema";
import type { Quarry } from "@quarry/sdk";
import { CONNECTION_OPTIONS, CONNECTION_USAGE, connect } from "../connection/connect.ts";
import { changeDocuments } from "../documents/change-documents.ts";
import { readValue } from "../documents/condition.ts";
import { documentsTable, documentText } from "../documents/documents-text.ts";
import { FILTER_OPTIONS, FILTER_USAGE, KINDS, readFilter, STATUSES } from "../documents/filter-options.ts";
import { documentId, listDocuments } from "../documents/find-document.ts";
import { createFollower } from "../documents/follow-documents.ts";
import type { Command } from "../options/command-definition.ts";
import { optionReader } from "../options/option-reader.ts";
import { counted } from "../terminal/amounts.ts";
import { oneLine, printJson, printMessage } from "../terminal/output.ts";
import { confirm } from "../terminal/prompt.ts";

const USAGE = `Usage: quarry documents [list|get|text|delete|retry|reprocess|tag] [DOCUMENT...] --space SPACE [options]

  quarry documents [list]                 List the documents of a space, newest first
  quarry documents get DOCUMENT           Show a document's record
  quarry documents text DOCUMENT          Print the text that was read in a document
  quarry documents delete DOCUMENT...     Delete documents, after confirmation
  quarry documents retry DOCUMENT...      Process failed documents again, and wait for them
  quarry documents reprocess DOCUMENT...  Read original files again; the documents are found in the meantime
  quarry documents tag DOCUMENT...        Set and remove metadata

  --space SPACE          Id or slug of the space

list, and delete, reprocess and tag without DOCUMENT:
${FILTER_USAGE}

  --all                  delete, reprocess, tag: all documents of the space; retry: all failed ones
  --set KEY=VALUE        tag: set a key; can be repeated. A value that is JSON is taken as such
  --unset KEY            tag: remove a key; can be repeated
  --no-wait              retry, and changes by a filter: do not wait for their end
  --yes                  delete: do not ask for confirmation
  --json                 Print JSON
${CONNECTION_USAGE}

Examples:
  quarry documents list --space handbook --status failed
  quarry documents text travel.pdf --space handbook | less
  quarry documents delete --space handbook --where "year<2020" --kind pdf
  quarry documents tag --space handbook --name invoices/ --set reviewed=true

DOCUMENT is an id or a filename.

Exit codes: 0 success, 1 deletion not confirmed or documents failed, 2 error`;

const ACTIONS = ["list", "get", "text", "delete", "retry", "reprocess", "tag"] as const;
type Action = (typeof ACTIONS)[number];
const options = optionReader(USAGE);
const { fail, read, choice } = options;

/** What the actions work on. */
interface Request {
  readonly quarry: Quarry;
  readonly spaceId: string;
  readonly names: readonly string[];
  readonly values: ReturnType<typeof readArguments>["values"];
  readonly filter: ReturnType<typeof readFilter>;
  readonly json: boolean;
}

/** `quarry documents`: lists, shows, deletes, processes and tags documents. */
export const documentsCommand: Command = {
  usage: USAGE,
  actions: ACTIONS,
  values: { "--space": "spaces", "--status": STATUSES, "--kind": KINDS },
  async run(args) {
    const { values, positionals } = readArguments(args);
    const [subcommand = "list", ...names] = positionals;
    const action = choice("The subcommand", subcommand, ACTIONS) ?? "list";
    const filter = readFilter(options, values);
    const spaceId = values.space;
    if (!spaceId) return fail("Missing --space. Specify the id or slug of a space.");
    checkNames(action, names, { all: values.all ?? false, hasFilter: filter !== undefined });
    const request = { spaceId, names, values, filter, json: values.json ?? false };
    const metadata = action === "tag" ? readChange(values) : undefined;
    const quarry = connect(values);
    if (action === "reprocess" || action === "tag" || (action === "delete" && names.length === 0))
      return change({ quarry, ...request }, action, metadata);
    return RUN[action]({ quarry, ...request });
  },
};

function readArguments(args: readonly string[]) {
  const flag = { type: "boolean" } as const;
  const text = { type: "string" } as const;
  const texts = { type: "string", multiple: true } as const;
  return read(args, {
    ...FILTER_OPTIONS,
    ...{ space: text, all: flag, set: texts, unset: texts },
    ...{ "no-wait": flag, yes: flag, json: flag },
    ...CONNECTION_OPTIONS,
  });
}

const BY_FILTER: readonly Action[] = ["delete", "reprocess", "tag"];

function checkNames(
  action: Action,
  names: readonly string[],
  { all, hasFilter }: { readonly all: boolean; readonly hasFilter: boolean },
): void {
  const isByFilter = BY_FILTER.includes(action);
  if (all && action !== "retry" && !isByFilter) fail(`--all cannot be used with ${action}.`);
  if (hasFilter && action !== "list" && !isByFilter) fail(`${action} takes no filter.`);
  if (action === "list" && names.length > 0) fail("list takes no argument.");
  if ((action === "get" || action === "text") && names.length !== 1)
    fail(`${action} requires exactly one document.`);
  if (action === "retry" && all === names.length > 0) fail("retry requires one or more documents, or --all.");
  if (!isByFilter) return;
  const ways = [names.length > 0, hasFilter, all].filter(Boolean).length;
  if (ways === 0) fail(`${action} requires one or more documents, a filter such as --where, or --all.`);
  if (ways > 1) fail("Specify documents, a filter, or --all, and only one of them.");
}

/** The change of metadata: values to set, and null for keys to remove. */
function readChange({ set = [], unset = [] }: ReturnType<typeof readArguments>["values"]): Metadata {
  if (set.length + unset.length === 0) fail("tag requires --set or --unset.");
  const pairs = set.map((text) => {
    const at = text.indexOf("=");
    if (at < 1) fail(`--set ${JSON.stringify(text)} must be KEY=VALUE.`);
    return [text.slice(0, at).trim(), readValue(text.slice(at + 1))] as const;
  });
  return Object.fromEntries([...pairs, ...unset.map((key) => [key.trim(), null] as const)]);
}

async function idsOf({ quarry, spaceId, names }: Request): Promise<string[]> {
  // All names are looked up first, so that a mistyped one changes nothing.
  const ids: string[] = [];
  for (const name of names) ids.push(await documentId(quarry, spaceId, name));
  return ids;
}

async function change(
  request: Request,
  action: "delete" | "reprocess" | "tag",
  metadata: Metadata | undefined,
): Promise<number> {
  const { quarry, spaceId, names, values, filter, json } = request;
  return changeDocuments({
    ...{ quarry, spaceId, json, isConfirmed: values.yes ?? false, waits: !values["no-wait"] },
    action: action === "tag" ? "setMetadata" : action,
    chosen: names.length > 0 ? { ids: await idsOf(request) } : { where: filter ?? {} },
    ...(metadata ? { metadata } : {}),
  });
}

const RUN: Readonly<Record<Exclude<Action, "reprocess" | "tag">, (request: Request) => Promise<number>>> = {
  async list({ quarry, spaceId, filter = {}, json }) {
    const documents = await listDocuments(quarry, spaceId, filter);
    const { status = [] } = filter;
    if (json) printJson({ documents });
    else if (documents.length === 0)
      console.log(status.length === 1 ? `No ${status[0]} documents.` : "No documents.");
    else console.log(documentsTable(documents));
    return 0;
  },

  async get({ quarry, spaceId, names: [name = ""], json }) {
    const { document } = await quarry.documents.get({ spaceId, id: await documentId(quarry, spaceId, name) });
    if (json) printJson({ document });
    else console.log(documentText(document));
    return 0;
  },

  async text({ quarry, spaceId, names: [name = ""], json }) {
    const id = await documentId(quarry, spaceId, name);
    const filename = id === name ? (await quarry.documents.get({ spaceId, id })).document.filename : name;
    const document = await quarry.documents.getByFilename({ spaceId, filename });
    if (json) printJson({ document });
    else console.log(document.content);
    return 0;
  },

  async delete(request) {
    const { quarry, spaceId, names, values, json } = request;
    const ids = await idsOf(request);
    const question = `Delete ${ids.length === 1 ? names[0] : counted(ids.length, "document")}?`;
    if (!values.yes && !(await confirm(question))) return 1;
    for (const id of ids) await quarry.documents.delete({ spaceId, id });
    if (json) printJson({ deleted: ids });
    else for (const [at, id] of ids.entries()) console.log(`Deleted: ${oneLine(names[at] ?? "")} (${id})`);
    return 0;
  },

  async retry(request) {
    const { quarry, spaceId, values, json } = request;
    const ids = values.all
      ? (await listDocuments(quarry, spaceId, { status: ["failed"] })).map(({ id }) => id)
      : await idsOf(request);
    const started: Document[] = [];
    for (const id of ids) started.push((await quarry.documents.retry({ spaceId, id })).document);
    const stop = new AbortController();
    const follower = createFollower(quarry, spaceId, stop.signal);
    const shown = started.map(async (document) => {
      const ended = values["no-wait"] ? document : await follower.follow(document);
      if (!json) printRetried(ended);
      return ended;
    });
    const documents = await Promise.all(shown).finally(() => stop.abort());
    if (json) printJson({ documents });
    else if (documents.length === 0) console.log("No failed documents.");
    return documents.some(({ status }) => status === "FAILED") ? 1 : 0;
  },
};

function printRetried({ filename, status, errorMessage }: Document): void {
  const name = oneLine(filename);
  if (status === "FAILED") printMessage(`FAILED ${name}: ${oneLine(errorMessage ?? "no reason given")}`);
  else console.log(`${status === "COMPLETED" ? "Processed" : "Processing again"}: ${name}`);
}
