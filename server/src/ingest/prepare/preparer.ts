import { type ParseProgress, type ParserRegistry, QuarryError } from "@quarry/core";
import type { Chunking } from "@quarry/schema";
import pLimit from "p-limit";
import { collectBytes } from "../../platform/bytes.ts";
import { type PreparedDocument, prepareDocument } from "./prepare-document.ts";
import {
  type PrepareProcess,
  type PrepareSettings,
  ProcessCrashed,
  startPrepareProcess,
} from "./prepare-process.ts";

/** A file that is to become a document. */
export interface FileToPrepare {
  readonly filename: string;
  readonly declaredMimeType: string | undefined;
  /** How it is cut into passages; null is the default. */
  readonly chunking: Chunking | null;
  readonly size: number;
  /** Opens the file from its start; may be called again. */
  readonly open: () => Promise<AsyncIterable<Uint8Array>>;
}

/** Reads files and cuts them into passages, wherever that can do no harm. */
export interface Preparer {
  /**
   * @throws QuarryError `invalid_request` when the file cannot be read or takes more than the limits allow.
   */
  prepare(file: FileToPrepare, onProgress?: (progress: ParseProgress) => void): Promise<PreparedDocument>;
  /** True for a short text, as far as its name tells: many of them can be processed together. */
  isBrief(file: Pick<FileToPrepare, "filename" | "declaredMimeType" | "size">): boolean;
  close(): void;
}

/** Texts up to here are read in a moment, whatever is in them, and need no other process. */
const SMALL_BYTES = 64 * 1024;
/** A few dozen passages. */
const BRIEF_BYTES = 16 * 1024;
const MAX_TRIES = 3;
/** Processes that have nothing to do end after this. */
const IDLE_MS = 60_000;

/** Creates the preparer; it starts up to `count` processes when there is work for them. */
export function createPreparer(
  parsers: ParserRegistry,
  { count, ...settings }: PrepareSettings & { readonly count: number },
): Preparer {
  const limit = pLimit(count);
  const idle = new Map<PrepareProcess, Timer>();
  const busy = new Set<PrepareProcess>();
  let isClosed = false;

  function take(): PrepareProcess {
    for (const [found, timer] of idle) {
      clearTimeout(timer);
      idle.delete(found);
      if (found.isFit) return found;
      found.kill();
    }
    return startPrepareProcess(settings);
  }

  function giveBack(used: PrepareProcess): void {
    if (isClosed || !used.isFit) {
      used.kill();
      return;
    }
    const timer = setTimeout(() => {
      idle.delete(used);
      used.kill();
    }, IDLE_MS);
    timer.unref();
    idle.set(used, timer);
  }

  async function prepareApart(
    { open, ...request }: FileToPrepare,
    onProgress?: (progress: ParseProgress) => void,
  ): Promise<PreparedDocument> {
    const used = take();
    busy.add(used);
    try {
      return await used.prepare(request, await open(), onProgress);
    } finally {
      busy.delete(used);
      giveBack(used);
    }
  }

  /** True for the kinds that are read in a time that grows with their length alone. */
  function isText(file: Pick<FileToPrepare, "filename" | "declaredMimeType">, bytes: Uint8Array): boolean {
    const { filename, declaredMimeType } = file;
    const type = parsers.typeOf({ bytes, filename, ...(declaredMimeType ? { declaredMimeType } : {}) });
    return TEXT_TYPES.test(type);
  }

  return {
    isBrief: (file) => file.size <= BRIEF_BYTES && isText(file, new Uint8Array()),

    async prepare(file, onProgress) {
      if (file.size <= SMALL_BYTES) {
        const bytes = await collectBytes(await file.open());
        const { filename, declaredMimeType, chunking } = file;
        if (isText(file, bytes))
          return prepareDocument(parsers, { filename, bytes, declaredMimeType, chunking });
      }
      return limit(async () => {
        for (let tries = 1; ; tries += 1)
          try {
            return await prepareApart(file, onProgress);
          } catch (error) {
            if (!(error instanceof ProcessCrashed)) throw error;
            if (isClosed) throw new QuarryError("unavailable", "The service is ending. Try again soon.");
            // Once or twice it may have been the system's doing.
            if (tries >= MAX_TRIES) throw crashed(error);
          }
      });
    },

    close() {
      isClosed = true;
      for (const timer of idle.values()) clearTimeout(timer);
      for (const running of [...idle.keys(), ...busy]) running.kill();
      idle.clear();
    },
  };
}

const TEXT_TYPES = /^(?:text\/|application\/json$)/;

function crashed(cause: unknown): QuarryError {
  return new QuarryError(
    "invalid_request",
    `Reading the file ended the process that did it, ${MAX_TRIES} times. It may be damaged: save it anew, or send its text.`,
    { cause },
  );
}
