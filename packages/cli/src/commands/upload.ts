import { basename } from "node:path";
import { connect } from "../connection/connect.ts";
import type { Command } from "../options/command-definition.ts";
import { UsageError } from "../options/usage-error.ts";
import { errorMessage } from "../terminal/error-message.ts";
import { oneLine, printJson, printMessage } from "../terminal/output.ts";
import { confirm } from "../terminal/prompt.ts";
import { findFiles } from "../upload/find-files.ts";
import { failuresText, type Outcome, outcomeText, warningsText } from "../upload/outcome.ts";
import { readUploadOptions, UPLOAD_USAGE, type UploadOptions } from "../upload/upload-options.ts";
import { createUploader, type Uploader } from "../upload/uploader.ts";
import { watchFolder } from "../upload/watch-folder.ts";

const MAX_NAMES_SHOWN = 10;

/** `quarry upload`: uploads files to a space and keeps them in sync. */
export const uploadCommand: Command = {
  usage: UPLOAD_USAGE,
  async run(args) {
    const options = readUploadOptions(args);
    const found = await findFiles(options.names, options);
    const { root, isFolder, files } = found;
    if ((options.prune || options.watch) && !isFolder)
      throw new UsageError(`--${options.prune ? "prune" : "watch"} requires exactly one folder.`);
    // Often a folder that is not mounted, so it is not treated as an empty folder to mirror.
    if (files.length === 0) throw new UsageError(`No files to upload in ${root}.`);
    const stop = new AbortController();
    const { signal } = stop;
    // Watch before the first scan, so that no change is missed.
    const watch = options.watch ? watchFolder(root, signal) : undefined;
    if (watch) for (const name of ["SIGINT", "SIGTERM"]) process.once(name, () => stop.abort());
    const { concurrency, wait, quiet, space: spaceId } = options;
    const source = options.source ?? basename(root);
    const quarry = connect(options);
    try {
      const uploader = await createUploader({ quarry, spaceId, source, concurrency, wait, quiet, signal });
      const code = await uploadOnce(uploader, options);
      if (!watch) return code;
      if (!quiet) printMessage(`Watching ${root} (press Ctrl+C to stop)`);
      for (;;) {
        await watch.changed();
        // A failed upload is retried with the next change.
        await uploadOnce(uploader, options).catch((error: unknown) => {
          if (signal.aborted) throw error;
          printMessage(errorMessage(error));
        });
      }
    } catch (error) {
      if (signal.aborted) return 0;
      throw error;
    } finally {
      watch?.close();
    }
  },
};

/** Scans the files once, uploads new and changed ones, and prints the outcome. */
async function uploadOnce(uploader: Uploader, options: UploadOptions): Promise<number> {
  const found = await findFiles(options.names, options);
  const outcome = await uploader.upload(found.files);
  if (options.prune && found.files.length > 0) {
    const stale = await uploader.findStale(found);
    const names = stale.map(({ filename }) => filename);
    if (stale.length > 0 && (options.yes || (await confirmPrune(names))))
      await uploader.remove(stale, outcome);
  }
  printOutcome(outcome, options);
  return outcome.failed.length > 0 ? 1 : 0;
}

function printOutcome(outcome: Outcome, { json, watch }: UploadOptions): void {
  const { uploaded, updated, deleted, failed, warnings } = outcome;
  if (json && watch) console.log(JSON.stringify(outcome));
  else if (json) printJson(outcome);
  else {
    if (warnings.length > 0) printMessage(warningsText(outcome));
    if (failed.length > 0) printMessage(failuresText(outcome));
    // With --watch, scans without changes print nothing.
    if (!watch || uploaded.length + updated.length + deleted.length + failed.length > 0)
      console.log(outcomeText(outcome));
  }
}

function confirmPrune(names: readonly string[]): Promise<boolean> {
  const shown = names.slice(0, MAX_NAMES_SHOWN).map((name) => `  ${oneLine(name)}`);
  const more = names.length > MAX_NAMES_SHOWN ? [`  ... and ${names.length - MAX_NAMES_SHOWN} more`] : [];
  printMessage(["Documents whose files no longer exist:", ...shown, ...more].join("\n"));
  return confirm(`Delete ${names.length === 1 ? "this document" : `these ${names.length} documents`}?`);
}
