import { CONNECTION_OPTIONS } from "../connect.ts";
import { optionReader } from "../option-reader.ts";

/** How `quarry upload` is called. */
export const UPLOAD_USAGE = `Usage: quarry upload FOLDER|GLOB|FILE... --space SPACE [options]

Brings files into a space. What the space has already, unchanged, is not sent again: stopped in the middle and started again,
it goes on where it was, also from another machine. A document is named by its file's path, below the folder that was given,
or below the current folder.

  --space SPACE          id or slug of the space
  --include GLOB         takes only such files: *.md anywhere, docs/*.md below the root; may be repeated
  --exclude GLOB         leaves out such files and folders; may be repeated
  --hidden               takes hidden files and node_modules too
  --concurrency N        calls at a time, 1 to 32 (default 4)
  --no-wait              does not wait until new documents are processed
  --prune                deletes documents that were uploaded from this folder and whose files are gone; asks before
  --source NAME          what the folder is called in the space (default: its own name): --prune deletes only what was
                         uploaded under this name
  --watch                goes on, and brings what changes, until it is stopped
  --yes                  does not ask
  --quiet                shows no progress
  --json                 prints what was done as JSON (with --watch, a line each time)
  --url URL, --key KEY   the server and an API key; else QUARRY_URL and QUARRY_API_KEY, or those of quarry login

Examples:
  quarry upload docs --space handbook
  quarry upload docs --space handbook --include "*.md" --exclude drafts --prune --yes
  quarry upload report.pdf minutes/*.docx --space projects
  quarry upload docs --space handbook --watch

Ends with 0, with 1 when some files could not be brought in, and with 2 when it could not be done.`;

const { fail, read, number } = optionReader(UPLOAD_USAGE);

/** What `quarry upload` was told. */
export interface UploadOptions {
  readonly names: readonly string[];
  readonly space: string;
  readonly include: readonly string[];
  readonly exclude: readonly string[];
  readonly hidden: boolean;
  readonly concurrency: number;
  readonly wait: boolean;
  readonly prune: boolean;
  readonly source: string | undefined;
  readonly watch: boolean;
  readonly yes: boolean;
  readonly quiet: boolean;
  readonly json: boolean;
  readonly url: string | undefined;
  readonly key: string | undefined;
}

/**
 * Reads the words after `quarry upload`.
 * @throws UsageError that says which one is wrong.
 */
export function readUploadOptions(args: readonly string[]): UploadOptions {
  const flag = { type: "boolean" } as const;
  const text = { type: "string" } as const;
  const texts = { type: "string", multiple: true } as const;
  const { values, positionals } = read(args, {
    ...{ space: text, include: texts, exclude: texts, hidden: flag, concurrency: text, "no-wait": flag },
    ...{ prune: flag, source: text, watch: flag, yes: flag, quiet: flag, json: flag },
    ...CONNECTION_OPTIONS,
  });
  const { space, prune = false, watch = false, yes = false } = values;
  if (!space) return fail("--space is missing: the id or slug of a space.");
  if (positionals.length === 0) return fail("Name a folder, files or a glob.");
  if (prune && watch && !yes) return fail("--prune with --watch needs --yes: nobody is asked each time.");
  return {
    names: positionals,
    space,
    include: values.include ?? [],
    exclude: values.exclude ?? [],
    hidden: values.hidden ?? false,
    concurrency: number("--concurrency", values.concurrency, { least: 1, most: 32 }) ?? 4,
    wait: !values["no-wait"],
    ...{ prune, watch, yes },
    source: values.source,
    quiet: values.quiet ?? false,
    json: values.json ?? false,
    url: values.url,
    key: values.key,
  };
}
