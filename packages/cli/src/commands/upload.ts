import { basename } from "node:path";
import { connect } from "../connection/connect.ts";
import type { Command } from "../options/command-definition.ts";
import { UsageError } from "../options/usage-error.ts";
import { errorMessage } from "../terminal/error-message.ts";
import { oneLine, printJson, printMessage } from "../terminal/output.ts";
import { confirm } from "../terminal/prompt.ts";
import { type FoundFiles, findFiles } from "../upload/find-files.ts";
import { emptyOutcome, type Outcome, outcomeText, warningsText } from "../upload/outcome.ts";
import { findStale, removeDocuments } from "../upload/remove-stale.ts";
import { readUploadOptions, UPLOAD_USAGE, type UploadOptions } from "../upload/upload-options.ts";
import { createUploader, type Uploader, type UploaderOptions } from "../upload/uploader.ts";
import { watchFolder } from "../upload/watch-folder.ts";

const MAX_NAMES_SHOWN = 10;
/** As shells report a program that Ctrl+C ended. */
const INTERRUPTED = 130;

/** `quarry upload`: uploads files to a space and keeps them in sync. */
export const uploadCommand: Command = {
  usage: UPLOAD_USAGE,
  values: { "--space": "spaces" },
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
    // Once, so that a second Ctrl+C ends the process at once.
    for (const name of ["SIGINT", "SIGTERM"]) process.once(name, () => stop.abort());
    // Watch before the first scan, so that no change is missed.
    const watch = options.watch ? watchFolder(root, signal) : undefined;
    const { concurrency, wait, retry, quiet, space: spaceId } = options;
    const source = options.source ?? basename(root);
    const context = { quarry: connect(options), spaceId, source, concurrency, wait, retry, quiet, signal };
    try {
      const uploader = await createUploader(context);
      const code = await uploadOnce(uploader, context, options, found);
      if (!watch) return code;
      if (!quiet) printMessage(`Watching ${root} (press Ctrl+C to stop)`);
      for (;;) {
        await watch.changed();
        await uploadAgain(uploader, context, options);
      }
    } catch (error) {
      if (!signal.aborted) throw error;
      return watch ? 0 : INTERRUPTED;
    } finally {
      watch?.close();
    }
  },
};

/** A failed upload is repeated with the next change. */
async function uploadAgain(
  uploader: Uploader,
  context: UploaderOptions,
  options: UploadOptions,
): Promise<void> {
  try {
    await uploadOnce(uploader, context, options, await findFiles(options.names, options));
  } catch (error) {
    if (context.signal.aborted) throw error;
    printMessage(await errorMessage(error));
  }
}

/** Uploads new and changed files, deletes stale documents, and prints the outcome. */
async function uploadOnce(
  uploader: Uploader,
  context: UploaderOptions,
  options: UploadOptions,
  found: FoundFiles,
): Promise<number> {
  const outcome = emptyOutcome();
  const { documents } = uploader;
  try {
    await uploader.upload(found.files, outcome);
  } catch (error) {
    printStopped(uploader, outcome, found.files.length);
    if (context.signal.aborted && !options.watch) printOutcome(outcome, options);
    throw error;
  }
  if (options.prune && found.files.length > 0) {
    const stale = await findStale(documents, context.source, found);
    const names = stale.map(({ filename }) => filename);
    if (stale.length > 0 && (options.yes || (await confirmPrune(names))))
      await removeDocuments(context, documents, stale, outcome);
  }
  printOutcome(outcome, options);
  return outcome.failed.length > 0 ? 1 : 0;
}

function printStopped(uploader: Uploader, outcome: Outcome, files: number): void {
  const uploaded = outcome.uploaded.length + outcome.updated.length + outcome.unchanged;
  const inWork = uploader.inWork();
  const sent = inWork === 0 ? "" : `, the server still processes ${inWork} more`;
  printMessage(
    `Stopped: ${uploaded} of ${files} files are uploaded${sent}. Run the command again to resume.`,
  );
}

function printOutcome(outcome: Outcome, { json, watch }: UploadOptions): void {
  const { uploaded, updated, deleted, failed, warnings } = outcome;
  if (json && watch) console.log(JSON.stringify(outcome));
  else if (json) printJson(outcome);
  else {
    if (warnings.length > 0) printMessage(warningsText(outcome));
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
