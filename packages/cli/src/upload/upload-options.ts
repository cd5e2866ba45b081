import { CONNECTION_OPTIONS, CONNECTION_USAGE } from "../connection/connect.ts";
import { optionReader } from "../options/option-reader.ts";

/** The text of `quarry upload --help`. */
export const UPLOAD_USAGE = `Usage: quarry upload FOLDER|GLOB|FILE... --space SPACE [options]

Uploads files to a space. Unchanged files are not sent again, so you can stop an upload and resume it, also from another
machine. A document's filename is the path of the file relative to the given folder or to the current folder.

  --space SPACE          Id or slug of the space
  --include GLOB         Upload only matching files: *.md in any folder, docs/*.md below the root; repeatable
  --exclude GLOB         Skip matching files and folders; repeatable
  --hidden               Include hidden files and node_modules
  --concurrency N        Maximum number of concurrent calls, 1 to 32 (default 4)
  --no-wait              Do not wait until new documents are processed
  --retry                Process files again that failed before and have not changed since
  --prune                Delete documents that were uploaded from this folder and whose files no longer exist, after
                         confirmation
  --source NAME          Name of the folder in the space (default: its own name); --prune deletes only documents that
                         were uploaded with this name
  --watch                Keep running and upload changes until stopped
  --yes                  Do not ask for confirmation
  --quiet                Do not print progress
  --json                 Print the outcome as JSON (with --watch, one line per upload)
${CONNECTION_USAGE}

Examples:
  quarry upload docs --space handbook
  quarry upload docs --space handbook --include "*.md" --exclude drafts --prune --yes
  quarry upload report.pdf minutes/*.docx --space projects
  quarry upload docs --space handbook --watch

Failures are printed as they happen, with the cause and what to do. Ctrl+C stops; the next run resumes.

Exit codes: 0 success, 1 some files failed, 2 error, 130 stopped with Ctrl+C`;

const { fail, read, number } = optionReader(UPLOAD_USAGE);

/** The options of `quarry upload`. */
export interface UploadOptions {
  readonly names: readonly string[];
  readonly space: string;
  readonly include: readonly string[];
  readonly exclude: readonly string[];
  readonly hidden: boolean;
  readonly concurrency: number;
  readonly wait: boolean;
  readonly retry: boolean;
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
 * Parses the arguments of `quarry upload`.
 * @throws UsageError that names the invalid argument.
 */
export function readUploadOptions(args: readonly string[]): UploadOptions {
  const flag = { type: "boolean" } as const;
  const text = { type: "string" } as const;
  const texts = { type: "string", multiple: true } as const;
  const { values, positionals } = read(args, {
    ...{ space: text, include: texts, exclude: texts, hidden: flag, concurrency: text, "no-wait": flag },
    ...{ retry: flag, prune: flag, source: text, watch: flag, yes: flag, quiet: flag, json: flag },
    ...CONNECTION_OPTIONS,
  });
  const { space, prune = false, watch = false, yes = false } = values;
  if (!space) return fail("Missing --space. Specify the id or slug of a space.");
  if (positionals.length === 0) return fail("Specify a folder, files or a glob.");
  if (prune && watch && !yes)
    return fail("--prune with --watch requires --yes, because it cannot ask for confirmation.");
  return {
    names: positionals,
    space,
    include: values.include ?? [],
    exclude: values.exclude ?? [],
    hidden: values.hidden ?? false,
    concurrency: number("--concurrency", values.concurrency, { min: 1, max: 32 }) ?? 4,
    wait: !values["no-wait"],
    retry: values.retry ?? false,
    ...{ prune, watch, yes },
    source: values.source,
    quiet: values.quiet ?? false,
    json: values.json ?? false,
    url: values.url,
    key: values.key,
  };
}
