import { isUtf8 } from "node:buffer";
import { type ParseProgress, type ParserRegistry, QuarryError } from "@quarry/core";
import type { Chunking } from "@quarry/schema";
import { collectBytes } from "../../platform/bytes.ts";
import { createFairQueue } from "../../platform/limits/fair-queue.ts";
import type { Log } from "../../platform/log/log.ts";
import { type PreparedDocument, prepareDocument } from "./prepare-document.ts";
import {
  type PrepareProcess,
  type PrepareSettings,
  ProcessCrashed,
  startPrepareProcess,
  type TakeMember,
} from "./prepare-process.ts";

/** A file to turn into a document. */
export interface FileToPrepare {
  /** Whose file it is: organizations take turns. */
  readonly orgId?: string;
  readonly filename: string;
  readonly declaredMimeType: string | undefined;
  /** The chunking settings. Null means the default. */
  readonly chunking: Chunking | null;
  readonly size: number;
  /** Opens the file at its start. May be called more than once. */
  readonly open: () => Promise<AsyncIterable<Uint8Array>>;
  /**
   * Receives the files of an archive, whose document then lists them. Without it, an archive's document holds their texts.
   * A file may come more than once.
   */
  readonly takeMember?: TakeMember | undefined;
}

/** A document, and what reading it took. */
export interface MeasuredDocument {
  readonly document: PreparedDocument;
  /** Without waiting for a free process. */
  readonly seconds: number;
  readonly peakBytes: number;
}

/** Reads files and splits them into chunks. Files that may be harmful are read in a separate process. */
export interface Preparer {
  /**
   * @throws QuarryError `invalid_request` when the file cannot be read or exceeds a limit.
   */
  prepare(file: FileToPrepare, onProgress?: (progress: ParseProgress) => void): Promise<PreparedDocument>;
  /**
   * Reads a file of any size in a separate process, and measures it.
   * @throws QuarryError As `prepare`.
   */
  measure(file: FileToPrepare): Promise<MeasuredDocument>;
  /** True for a short text, judged by name and size. Short texts are processed together. */
  isBrief(file: Pick<FileToPrepare, "filename" | "declaredMimeType" | "size">): boolean;
  close(): void;
}

/** Texts up to this size are read quickly regardless of content, so they need no separate process. */
const SMALL_BYTES = 64 * 1024;
/** A few dozen chunks. */
const BRIEF_BYTES = 16 * 1024;
const MAX_TRIES = 3;
/** Idle processes end after this time. */
const IDLE_MS = 60_000;

/**
 * Creates the preparer. It starts up to `count` processes on demand. Exceptions of parsers go to the log; callers only read
 * that the file could not be read.
 */
export function createPreparer(
  parsers: ParserRegistry,
  { count, ...settings }: PrepareSettings & { readonly count: number },
  log: Pick<Log, "error">,
): Preparer {
  const queue = createFairQueue(count);
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

  function putBack(used: PrepareProcess): void {
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

  async function prepareInProcess(
    { open, takeMember, orgId: _, ...file }: FileToPrepare,
    onProgress?: (progress: ParseProgress) => void,
  ): Promise<MeasuredDocument> {
    const request = { ...file, unpacks: takeMember !== undefined };
    const used = take();
    busy.add(used);
    const startedAt = performance.now();
    try {
      const document = await used.prepare(request, await open(), onProgress, takeMember);
      return { document, seconds: (performance.now() - startedAt) / 1000, peakBytes: used.peakBytes };
    } catch (error) {
      const cause = QuarryError.isInstance(error) ? error.cause : undefined;
      if (cause !== undefined) log.error("a parser failed on a file", cause, { type: typeName(request) });
      throw error;
    } finally {
      busy.delete(used);
      putBack(used);
    }
  }

  /** Repeats a file whose process the system may have killed. */
  function prepareWithRetries(
    file: FileToPrepare,
    onProgress?: (progress: ParseProgress) => void,
  ): Promise<MeasuredDocument> {
    return queue(file.orgId ?? "", async () => {
      for (let tries = 1; ; tries += 1)
        try {
          return await prepareInProcess(file, onProgress);
        } catch (error) {
          if (!(error instanceof ProcessCrashed)) throw error;
          if (isClosed) throw new QuarryError("unavailable", "The service is shutting down. Try again soon.");
          if (tries >= MAX_TRIES) throw crashed(error);
        }
    });
  }

  /** True for types whose reading time depends only on their length. */
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
        // To guess another encoding takes tables of 50 MB, which this process need not hold.
        if (isUtf8(bytes) && isText(file, bytes))
          return prepareDocument(parsers, { filename, bytes, declaredMimeType, chunking });
      }
      return (await prepareWithRetries(file, onProgress)).document;
    },

    measure: (file) => prepareWithRetries(file),

    close() {
      isClosed = true;
      for (const timer of idle.values()) clearTimeout(timer);
      for (const running of [...idle.keys(), ...busy]) running.kill();
      idle.clear();
    },
  };
}

/** A file's type for the log. File names are not logged. */
function typeName({
  filename,
  declaredMimeType = "",
}: Pick<FileToPrepare, "filename" | "declaredMimeType">): string {
  const extension = /\.[a-z0-9]{1,8}$/i.exec(filename)?.[0] ?? "";
  return `${extension} ${declaredMimeType}`.trim();
}

const TEXT_TYPES = /^(?:text\/|application\/json$)/;

function crashed(cause: unknown): QuarryError {
  return new QuarryError(
    "invalid_request",
    `The process that reads files crashed on this file ${MAX_TRIES} times. The file may be damaged. Save it again, or send its text.`,
    { cause },
  );
}
