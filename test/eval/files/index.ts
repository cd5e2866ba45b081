import { basename, join } from "node:path";
import { parseArgs } from "node:util";
import { Quarry } from "@quarry/sdk";
import { type RunningServer, startServer } from "../../support/running-server.ts";
import { Progress } from "../progress.ts";
import { judge, type Outcome, type Verdict } from "./judge.ts";
import { type ManifestEntry, readManifest } from "./manifest.ts";
import { type MemoryWatch, watchMemory } from "./process-memory.ts";

const TIMEOUT_MS = 300_000;
const POLL_MS = 50;

/**
 * Uploads the files of a folder's manifest one after the other. Prints the result of each, its duration, and the peak
 * memory of the server with all its child processes.
 *
 * @returns True if every file has the expected result.
 */
export async function evaluateFiles(args: string[]): Promise<boolean> {
  const { positionals, values } = parseArgs({
    ...{ args, allowPositionals: true },
    options: { every: { type: "string", default: "1" } },
  });
  const [folder = process.env.QUARRY_EVAL_FILES ?? "../shared/data/files"] = positionals;
  const every = Number(values.every);
  const entries = (await readManifest(folder)).filter((_, at) => at % every === 0);
  const server = await startServer();
  const memory = watchMemory(server.pid);
  const interrupted = (): void => void server.stop().finally(() => process.exit(130));
  process.once("SIGINT", interrupted).once("SIGTERM", interrupted);
  try {
    const quarry = new Quarry({ apiKey: server.rootKey, baseUrl: server.baseUrl });
    const { space } = await quarry.spaces.create({ name: "Files" });
    const progress = new Progress("files", entries.length);
    const verdicts: Verdict[] = [];
    for (const entry of entries) {
      const outcome = await upload(server, quarry, { folder, entry, spaceId: space.id, memory });
      const verdict = judge(entry, outcome);
      verdicts.push(verdict);
      console.log(line(entry, outcome, verdict));
      progress.advance(1);
    }
    progress.end();
    const isHealthy = (await fetch(`${server.baseUrl}/health`)).ok;
    const right = verdicts.filter(({ isRight }) => isRight).length;
    console.log(
      `${right} of ${entries.length} as expected; the server is ${isHealthy ? "healthy" : "not healthy"}`,
    );
    return isHealthy && right === entries.length;
  } finally {
    memory.stop();
    await server.stop();
  }
}

interface Upload {
  readonly folder: string;
  readonly entry: ManifestEntry;
  readonly spaceId: string;
  readonly memory: MemoryWatch;
}

async function upload(
  server: RunningServer,
  quarry: Quarry,
  { folder, entry, spaceId, memory }: Upload,
): Promise<Outcome> {
  memory.peak();
  const start = performance.now();
  const form = new FormData();
  form.set("spaceId", spaceId);
  form.set("file", Bun.file(join(folder, entry.file)), basename(entry.file));
  const response = await fetch(`${server.baseUrl}/api/documents`, {
    method: "POST",
    headers: { authorization: `Bearer ${server.rootKey}` },
    body: form,
  });
  const { id, message } = (await response.json()) as { id?: string; message?: string };
  const done = (status: Outcome["status"], errorMessage: string | null, text = ""): Outcome => ({
    status,
    errorMessage,
    text,
    seconds: (performance.now() - start) / 1000,
    peakBytes: memory.peak(),
  });
  if (id === undefined) return done("FAILED", message ?? null);
  while (performance.now() - start < TIMEOUT_MS) {
    const { document } = await quarry.documents.get({ spaceId, id });
    const { status, errorMessage } = document;
    if (status === "FAILED") return done(status, errorMessage);
    if (status === "COMPLETED") {
      const result = done(status, null);
      const { content } = await quarry.documents.getByFilename({ spaceId, filename: entry.file });
      return { ...result, text: content };
    }
    await Bun.sleep(POLL_MS);
  }
  return done("STUCK", null);
}

function line(
  entry: ManifestEntry,
  { seconds, peakBytes }: Outcome,
  { result, isRight, note }: Verdict,
): string {
  const cells = [
    isRight ? "ok " : "NOT",
    result.padEnd(9),
    entry.expect.padEnd(28),
    `${seconds.toFixed(1)} s`.padStart(8),
    `${(peakBytes / 1e6).toFixed(0)} MB`.padStart(8),
    entry.file,
    note,
  ];
  return cells.join("  ").trimEnd();
}
