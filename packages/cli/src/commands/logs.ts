import type { EventType, QuarryEvent, ResetEvent } from "@quarry/schema";
import type { Quarry } from "@quarry/sdk";
import { CONNECTION_OPTIONS, CONNECTION_USAGE, connect } from "../connection/connect.ts";
import type { Command } from "../options/command-definition.ts";
import { optionReader } from "../options/option-reader.ts";
import { oneLine, printMessage } from "../terminal/output.ts";
import { styled } from "../terminal/style.ts";

const USAGE = `Usage: quarry logs [--space SPACE[,SPACE...]] [options]

Shows events as they happen, until you stop it (Ctrl+C): documents that are created, processed, changed and deleted, spaces and
API keys. After a lost connection it continues where it stopped.

  --space LIST           Ids or slugs of spaces (default: all)
  --document ID          Only events of this document; with --since 0 its history
  --type LIST            Types of events, e.g. document.completed,document.failed (default: all)
  --since ID             Start after the event with this id (events are kept for 7 days)
  --json                 Print each event as one line of JSON
${CONNECTION_USAGE}

Examples:
  quarry logs
  quarry logs --space handbook --type document.failed
  quarry logs --json | jq -r '.data.document.filename'

Exit codes: 0 stopped, 2 error`;

const reader = optionReader(USAGE);

/** `quarry logs`: shows events as they happen. */
export const logsCommand: Command = {
  usage: USAGE,
  values: { "--space": "spaces" },
  async run(args) {
    const options = reader.readAlone(args, {
      space: { type: "string", multiple: true },
      document: { type: "string" },
      type: { type: "string", multiple: true },
      since: { type: "string" },
      json: { type: "boolean" },
      ...CONNECTION_OPTIONS,
    });
    const spaceId = reader.list(options.space);
    // The server knows the types, and names them in its message about an unknown one.
    const types = reader.list(options.type) as EventType[];
    const stop = new AbortController();
    for (const name of ["SIGINT", "SIGTERM"]) process.once(name, () => stop.abort());
    const quarry = connect(options);
    const names = await spaceNames(quarry, stop.signal);
    const filter = {
      ...(spaceId.length === 0 ? {} : { spaceId }),
      ...(options.document === undefined ? {} : { documentId: options.document }),
      ...(types.length === 0 ? {} : { types }),
      ...(options.since === undefined ? {} : { lastEventId: options.since }),
    };
    if (!options.json) printMessage("Waiting for events (press Ctrl+C to stop)");
    for await (const event of quarry.events.stream(filter, { signal: stop.signal })) {
      if ("data" in event && event.type.startsWith("space.") && "space" in event.data)
        names.set(event.data.space.id, event.data.space.slug);
      console.log(options.json ? JSON.stringify(event) : eventText(event, names));
    }
    return 0;
  },
};

/** The slugs of the spaces by id; empty if the key may not list spaces. */
async function spaceNames(quarry: Quarry, signal: AbortSignal): Promise<Map<string, string>> {
  const names = new Map<string, string>();
  try {
    for await (const { id, slug } of quarry.spaces.list({ status: "all", pageSize: 100 }, { signal }))
      names.set(id, slug);
  } catch {
    // The stream reports the problem, if it has it too.
  }
  return names;
}

function eventText(event: QuarryEvent | ResetEvent, names: ReadonlyMap<string, string>): string {
  const isFailure = event.type === "document.failed" || event.type === "reset";
  const type = styled(isFailure ? "red" : "cyan", event.type.padEnd(19));
  const space = event.spaceId === undefined ? "" : `${names.get(event.spaceId) ?? event.spaceId}  `;
  return `${event.createdAt}  ${type}  ${space}${oneLine(subjectOf(event))}`.trimEnd();
}

/** What an event is about, and what is known about it. */
function subjectOf({ data, type }: QuarryEvent | ResetEvent): string {
  if ("message" in data) return data.message;
  if ("apiKey" in data) return data.apiKey.name;
  if ("space" in data) return data.space.name;
  const { document } = data;
  if (!("status" in document)) return document.filename;
  const { filename, errorMessage, progress, chunkCount } = document;
  if (type === "document.failed") return `${filename}: ${errorMessage ?? "no reason given"}`;
  if (type === "document.completed") return `${filename}: ${chunkCount} chunks`;
  if (type !== "document.progress" || !progress) return filename;
  const share =
    progress.total === undefined ? "" : ` ${progress.done ?? 0} of ${progress.total} ${progress.unit ?? ""}`;
  return `${filename}: ${progress.stage}${share}`.trimEnd();
}
