import { basename } from "node:path";
import { confirm } from "../asking.ts";
import type { Command } from "../command-shape.ts";
import { connect } from "../connect.ts";
import { failureText } from "../failure-text.ts";
import { oneLine, printJson, tell } from "../printing.ts";
import { findFiles } from "../upload/find-files.ts";
import { failuresText, type Outcome, outcomeText } from "../upload/outcome.ts";
import { readUploadOptions, UPLOAD_USAGE, type UploadOptions } from "../upload/upload-options.ts";
import { createUploader, type Uploader } from "../upload/uploader.ts";
import { watchFolder } from "../upload/watch-folder.ts";
import { UsageError } from "../usage-error.ts";

const SHOWN_NAMES = 10;

/** `quarry upload`: brings files into a space, and keeps them the same. */
export const uploadCommand: Command = {
  summary: "bring the files of a folder into a space, and keep them the same",
  usage: UPLOAD_USAGE,
  async run(args) {
    const options = readUploadOptions(args);
    const found = await findFiles(options.names, options);
    const { root, isFolder, files } = found;
    if ((options.prune || options.watch) && !isFolder)
      throw new UsageError(`--${options.prune ? "prune" : "watch"} takes one folder.`);
    // An empty folder is more often one that is not mounted than one to be mirrored.
    if (files.length === 0) throw new UsageError(`There are no files to upload in ${root}.`);
    const stop = new AbortController();
    const { signal } = stop;
    // Before the first look, so that no change falls between the two.
    const folder = options.watch ? watchFolder(root, signal) : undefined;
    if (folder) for (const name of ["SIGINT", "SIGTERM"]) process.once(name, () => stop.abort());
    const { concurrency, wait, quiet, space: spaceId } = options;
    const source = options.source ?? basename(root);
    const quarry = connect(options);
    try {
      const uploader = await createUploader({ quarry, spaceId, source, concurrency, wait, quiet, signal });
      const code = await once(uploader, options);
      if (!folder) return code;
      if (!quiet) tell(`Watching ${root} (Ctrl+C ends it)`);
      for (;;) {
        await folder.changed();
        // What goes wrong now may go well with the next change.
        await once(uploader, options).catch((error: unknown) => {
          if (signal.aborted) throw error;
          tell(failureText(error));
        });
      }
    } catch (error) {
      if (signal.aborted) return 0;
      throw error;
    } finally {
      folder?.close();
    }
  },
};

/** Looks at the files once, sends what is new, and says so. */
async function once(uploader: Uploader, options: UploadOptions): Promise<number> {
  const found = await findFiles(options.names, options);
  const outcome = await uploader.upload(found.files);
  if (options.prune && found.files.length > 0) {
    const gone = await uploader.findGone(found);
    const names = gone.map(({ filename }) => filename);
    if (gone.length > 0 && (options.yes || (await isPruneMeant(names)))) await uploader.remove(gone, outcome);
  }
  say(outcome, options);
  return outcome.failed.length > 0 ? 1 : 0;
}

function say(outcome: Outcome, { json, watch }: UploadOptions): void {
  const { uploaded, updated, deleted, failed } = outcome;
  if (json && watch) console.log(JSON.stringify(outcome));
  else if (json) printJson(outcome);
  else {
    if (failed.length > 0) tell(failuresText(outcome));
    // While it watches, a look that found nothing to do is no news.
    if (!watch || uploaded.length + updated.length + deleted.length + failed.length > 0)
      console.log(outcomeText(outcome));
  }
}

function isPruneMeant(names: readonly string[]): Promise<boolean> {
  const shown = names.slice(0, SHOWN_NAMES).map((name) => `  ${oneLine(name)}`);
  const more = names.length > SHOWN_NAMES ? [`  ... and ${names.length - SHOWN_NAMES} more`] : [];
  tell(["Their files are gone:", ...shown, ...more].join("\n"));
  return confirm(`Delete ${names.length === 1 ? "this document" : `these ${names.length} documents`}?`);
}
