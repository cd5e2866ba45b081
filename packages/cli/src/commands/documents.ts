import type { Document } from "@quarry/schema";
import type { Quarry } from "@quarry/sdk";
import { CONNECTION_OPTIONS, CONNECTION_USAGE, connect } from "../connection/connect.ts";
import { documentsTable, documentText } from "../documents/documents-text.ts";
import { documentId, listDocuments } from "../documents/find-document.ts";
import { createFollower } from "../documents/follow-documents.ts";
import type { Command } from "../options/command-definition.ts";
import { optionReader } from "../options/option-reader.ts";
import { counted } from "../terminal/amounts.ts";
import { oneLine, printJson, printMessage } from "../terminal/output.ts";
import { confirm } from "../terminal/prompt.ts";

const USAGE = `Usage: quarry documents [list|get|text|delete|retry] [DOCUMENT...] --space SPACE [options]

  quarry documents [list]              List the documents of a space, newest first
  quarry documents get DOCUMENT        Show a document's record
  quarry documents text DOCUMENT       Print the text that was read in a document
  quarry documents delete DOCUMENT...  Delete documents, after confirmation
  quarry documents retry DOCUMENT...   Process failed documents again, and wait for them

  --space SPACE          Id or slug of the space
  --status STATUS        list: only documents that are pending, processing, completed or failed
  --all                  retry: all failed documents of the space
  --no-wait              retry: do not wait until the documents are processed
  --yes                  delete: do not ask for confirmation
  --json                 Print JSON
${CONNECTION_USAGE}

Examples:
  quarry documents list --space handbook --status failed
  quarry documents text travel.pdf --space handbook | less
  quarry documents retry --all --space handbook

DOCUMENT is an id or a filename.

Exit codes: 0 success, 1 deletion not confirmed or documents failed again, 2 error`;

const ACTIONS = ["list", "get", "text", "delete", "retry"] as const;
const STATUSES = ["pending", "processing", "completed", "failed"] as const;
const { fail, read, choice } = optionReader(USAGE);

/** What the actions work on. */
interface Request {
  readonly quarry: Quarry;
  readonly spaceId: string;
  readonly names: readonly string[];
  readonly values: ReturnType<typeof readArguments>["values"];
  readonly json: boolean;
}

/** `quarry documents`: lists, shows, deletes and retries documents. */
export const documentsCommand: Command = {
  usage: USAGE,
  actions: ACTIONS,
  values: { "--space": "spaces", "--status": STATUSES },
  async run(args) {
    const { values, positionals } = readArguments(args);
    const [subcommand = "list", ...names] = positionals;
    const action = choice("The subcommand", subcommand, ACTIONS) ?? "list";
    choice("--status", values.status, STATUSES);
    const spaceId = values.space;
    if (!spaceId) return fail("Missing --space. Specify the id or slug of a space.");
    checkNames(action, names, values.all ?? false);
    const request = { quarry: connect(values), spaceId, names, values, json: values.json ?? false };
    return RUN[action](request);
  },
};

function readArguments(args: readonly string[]) {
  const flag = { type: "boolean" } as const;
  const text = { type: "string" } as const;
  return read(args, {
    ...{ space: text, status: text, all: flag, "no-wait": flag, yes: flag, json: flag },
    ...CONNECTION_OPTIONS,
  });
}

function checkNames(action: (typeof ACTIONS)[number], names: readonly string[], all: boolean): void {
  if (all && action !== "retry") fail("--all can only be used with retry.");
  if (action === "list" && names.length > 0) fail("list takes no argument.");
  if ((action === "get" || action === "text") && names.length !== 1)
    fail(`${action} requires exactly one document.`);
  if (action === "delete" && names.length === 0) fail("delete requires one or more documents.");
  if (action === "retry" && all === names.length > 0) fail("retry requires one or more documents, or --all.");
}

const RUN: Readonly<Record<(typeof ACTIONS)[number], (request: Request) => Promise<number>>> = {
  async list({ quarry, spaceId, values, json }) {
    const status = choice("--status", values.status, STATUSES);
    const documents = await listDocuments(quarry, spaceId, status);
    if (json) printJson({ documents });
    else if (documents.length === 0) console.log(status ? `No ${status} documents.` : "No documents.");
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

  async delete({ quarry, spaceId, names, values, json }) {
    // All names are looked up first, so that a mistyped one deletes nothing.
    const ids: string[] = [];
    for (const name of names) ids.push(await documentId(quarry, spaceId, name));
    const question = `Delete ${ids.length === 1 ? names[0] : counted(ids.length, "document")}?`;
    if (!values.yes && !(await confirm(question))) return 1;
    for (const id of ids) await quarry.documents.delete({ spaceId, id });
    if (json) printJson({ deleted: ids });
    else for (const [at, id] of ids.entries()) console.log(`Deleted: ${oneLine(names[at] ?? "")} (${id})`);
    return 0;
  },

  async retry({ quarry, spaceId, names, values, json }) {
    const ids = values.all ? (await listDocuments(quarry, spaceId, "failed")).map(({ id }) => id) : [];
    for (const name of names) ids.push(await documentId(quarry, spaceId, name));
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
