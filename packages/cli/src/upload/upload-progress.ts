import type { Document } from "@quarry/schema";
import { duration, megabytes } from "../terminal/amounts.ts";
import { canDraw, type LiveRegion, startLiveRegion } from "../terminal/live-region.ts";
import { oneLine, printMessage } from "../terminal/output.ts";
import { styled } from "../terminal/style.ts";
import { type FailedFile, failureText } from "./outcome.ts";

/** A file, as far as its progress is concerned. */
export interface CountedFile {
  readonly filename: string;
  readonly bytes: number;
}

/** Shows on stderr how far an upload is: a live list on a terminal, otherwise a line every 10 %. */
export interface UploadProgress {
  /** Starts to show these files. */
  start(files: readonly CountedFile[]): void;
  sending(files: readonly CountedFile[]): void;
  /** The server has the file and processes it. */
  processing(file: CountedFile): void;
  /** The file is done: its document is ready, or it failed. */
  done(file: CountedFile): void;
  /** Prints a failure at once. */
  failed(failure: FailedFile): void;
  /** Removes the live list, and says how much was done in which time. */
  end(): void;
}

/** Options of {@link createUploadProgress}. */
export interface UploadProgressOptions {
  /** Prints failures only. */
  readonly isQuiet: boolean;
  /** The documents that the server processes, with their latest progress. */
  readonly inWork: () => readonly Document[];
}

interface Work {
  readonly since: number;
  readonly verb: "sending" | "processing";
}

const BAR_WIDTH = 20;
const MAX_LISTED = 10;
/** What a file costs in addition to its bytes, for the estimate of the remaining time. */
const BYTES_PER_FILE = 20_000;
/** The first results say little about the rest. */
const MIN_ESTIMATE_MS = 1000;

/** Creates the display of an upload's progress. */
export function createUploadProgress({ isQuiet, inWork }: UploadProgressOptions): UploadProgress {
  const work = new Map<string, Work>();
  const total = { files: 0, bytes: 0 };
  const done = { files: 0, bytes: 0, failed: 0 };
  let startedAt = performance.now();
  let region: LiveRegion | undefined;

  function totalsText(): string {
    const elapsedMs = performance.now() - startedAt;
    const left = weight(total) - weight(done);
    const canEstimate = done.files > 0 && left > 0 && elapsedMs >= MIN_ESTIMATE_MS;
    return [
      `${done.files} of ${total.files} files`,
      `${megabytes(done.bytes).replace(" MB", "")} of ${megabytes(total.bytes)}`,
      ...(done.files === 0 ? [] : [rateText(elapsedMs)]),
      ...(canEstimate ? [`about ${duration((elapsedMs * left) / weight(done))} left`] : []),
      ...(done.failed === 0 ? [] : [`${done.failed} failed`]),
    ].join(", ");
  }

  function rateText(elapsedMs: number): string {
    const perSecond = (done.files * 1000) / Math.max(1, elapsedMs);
    return `${perSecond.toFixed(perSecond < 10 ? 1 : 0)} files/s`;
  }

  function lines(rows: number): string[] {
    const documents = new Map(inWork().map((document) => [document.filename, document]));
    const listed = [...work].slice(0, Math.min(MAX_LISTED, rows - 2));
    const now = performance.now();
    const shown = listed.map(([filename, { since, verb }]) =>
      [
        `  ${verb.padEnd(10)} ${oneLine(filename, 60)}`,
        ...stageText(documents.get(filename)),
        duration(now - since),
      ].join(", "),
    );
    const more = work.size - listed.length;
    const filled = Math.floor((done.files / Math.max(1, total.files)) * BAR_WIDTH);
    const bar = `[${"#".repeat(filled).padEnd(BAR_WIDTH, ".")}]`;
    return [...shown, ...(more > 0 ? [`  ... and ${more} more in work`] : []), `${bar} ${totalsText()}`];
  }

  return {
    start(files) {
      startedAt = performance.now();
      total.files = files.length;
      total.bytes = files.reduce((sum, { bytes }) => sum + bytes, 0);
      if (!isQuiet && files.length > 0 && canDraw()) region = startLiveRegion(lines);
    },
    sending(files) {
      for (const { filename } of files) work.set(filename, { since: performance.now(), verb: "sending" });
    },
    processing: ({ filename }) => void work.set(filename, { since: performance.now(), verb: "processing" }),
    done({ filename, bytes }) {
      work.delete(filename);
      const tenthsBefore = Math.floor((done.files / total.files) * 10);
      done.files += 1;
      done.bytes += bytes;
      const isTenth = Math.floor((done.files / total.files) * 10) > tenthsBefore;
      // The last line is printed at the end.
      if (!isQuiet && !region && isTenth && done.files < total.files) printMessage(`... ${totalsText()}`);
    },
    failed(failure) {
      if (!failure.earlier) done.failed += 1;
      const text = styled("red", failureText(failure), process.stderr);
      if (region) region.print(text);
      else printMessage(text);
    },
    end() {
      region?.end();
      if (isQuiet || done.files === 0) return;
      const elapsedMs = performance.now() - startedAt;
      printMessage(
        `${done.files} of ${total.files} files, ${megabytes(done.bytes)}, in ${duration(elapsedMs)} (${rateText(elapsedMs)})`,
      );
    },
  };
}

function weight({ files, bytes }: { readonly files: number; readonly bytes: number }): number {
  return bytes + files * BYTES_PER_FILE;
}

/** What the server does with a document: its stage, and how much of it is done. */
function stageText(document: Document | undefined): string[] {
  if (!document?.progress) return [];
  const { stage, unit, done, total } = document.progress;
  const share =
    done === undefined || total === undefined ? "" : ` ${done} of ${total} ${unit ?? ""}`.trimEnd();
  return [`${stage}${share}`];
}
