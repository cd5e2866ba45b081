import type { RunningServer } from "../support/running-server.ts";
import { type BrokenFile, brokenFile, fuzzSamples } from "./broken-files.ts";

/** Limits of reading one file. */
export const LIMITS = { seconds: 30, bytes: 1_000_000_000 } as const;
/** Longer than the limit, to measure by how much it is exceeded. */
const GIVE_UP_MS = 120_000;
/** Messages for which a parser, or the process that it runs in, is to blame. */
const DEFECTS =
  /because it took too long|crashed on this file|error in the service|MB of memory and was stopped/;
const EXCEPTION = /^The file could not be read\. It is damaged, or its type/;

/** What became of the files of one kind. */
export interface KindResult {
  readonly kind: string;
  files: number;
  read: number;
  refused: number;
  /** Refused with the general message, because a parser threw an exception. */
  exceptions: number;
  maxSeconds: number;
  maxBytes: number;
  readonly faults: string[];
}

/** What to try. */
export interface FuzzOptions {
  readonly server: RunningServer;
  readonly filesPerKind: number;
  readonly seed: number;
  /** Empty for all kinds. */
  readonly kinds: readonly string[];
  readonly concurrency: number;
  readonly onFile?: () => void;
}

/** Sends broken files of each kind to a server and judges the answers. */
export async function fuzzParsers(options: FuzzOptions): Promise<KindResult[]> {
  const { filesPerKind, seed, kinds, concurrency, onFile } = options;
  const results: KindResult[] = [];
  for (const [kind, samples] of await fuzzSamples()) {
    if (kinds.length > 0 && !kinds.includes(kind)) continue;
    const result: KindResult = {
      ...{ kind, files: 0, read: 0, refused: 0, exceptions: 0, maxSeconds: 0, maxBytes: 0, faults: [] },
    };
    results.push(result);
    let next = 0;
    const work = async () => {
      while (next < filesPerKind) {
        const number = next;
        next += 1;
        await tryFile(options.server, brokenFile(samples, kind, seed, number), result);
        onFile?.();
      }
    };
    await Promise.all(Array.from({ length: concurrency }, work));
  }
  return results;
}

async function tryFile(server: RunningServer, file: BrokenFile, result: KindResult): Promise<void> {
  result.files += 1;
  const startedAt = performance.now();
  const outcome = await parse(server, file);
  const seconds = outcome.seconds ?? (performance.now() - startedAt) / 1000;
  result.maxSeconds = Math.max(result.maxSeconds, seconds);
  result.maxBytes = Math.max(result.maxBytes, outcome.peakMemoryBytes ?? 0);
  if (outcome.status === 200) result.read += 1;
  else result.refused += 1;
  if (EXCEPTION.test(outcome.message ?? "")) result.exceptions += 1;
  const fault = faultOf(outcome, seconds);
  if (fault !== undefined) result.faults.push(`${file.name} ${fault}`);
}

interface Answer {
  readonly status: number;
  readonly message?: string;
  readonly seconds?: number;
  readonly peakMemoryBytes?: number;
}

async function parse(server: RunningServer, { filename, bytes }: BrokenFile): Promise<Answer> {
  const form = new FormData();
  form.set("file", new File([bytes as Uint8Array<ArrayBuffer>], filename));
  try {
    const response = await fetch(`${server.baseUrl}/api/parse`, {
      ...{ method: "POST", headers: { authorization: `Bearer ${server.rootKey}` }, body: form },
      signal: AbortSignal.timeout(GIVE_UP_MS),
    });
    return { ...((await response.json()) as Omit<Answer, "status">), status: response.status };
  } catch (error) {
    return { status: 0, message: String(error) };
  }
}

function faultOf({ status, message = "", peakMemoryBytes = 0 }: Answer, seconds: number): string | undefined {
  if (status !== 200 && status !== 400) return `answered ${status}: ${message}`;
  if (status === 400 && (message === "" || DEFECTS.test(message))) return `failed: ${message}`;
  if (seconds > LIMITS.seconds) return `took ${seconds.toFixed(1)} s`;
  if (peakMemoryBytes > LIMITS.bytes) return `took ${Math.round(peakMemoryBytes / 1e6)} MB`;
  return undefined;
}
