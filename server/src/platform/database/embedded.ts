import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { drizzle } from "drizzle-orm/postgres-js";
import postgres from "postgres";
import type { OpenDatabase, StatementLog } from "./database.ts";
import { withPreparedStatements } from "./prepared-statements.ts";

/** What the database's worker is told. */
export type ToWorker =
  | { readonly kind: "start"; readonly folder: string; readonly socketPath: string }
  | { readonly kind: "stop" };

/** What the database's worker says. */
export type FromWorker =
  | { readonly kind: "ready" }
  | { readonly kind: "stopped" }
  | { readonly kind: "failed"; readonly message: string };

/**
 * Opens the embedded PostgreSQL in `folder`, which must be locked by the caller.
 * What it acknowledged survives the death of the process, not a power cut: PGlite does not call fsync.
 */
export async function openEmbeddedDatabase(folder: string, statements?: StatementLog): Promise<OpenDatabase> {
  const socketDir = makeSocketFolder(`${folder}-socket`);
  const socketPath = join(socketDir, ".s.PGSQL.5432");
  const worker = new Worker(new URL("./embedded-worker.ts", import.meta.url).href);
  const cleanUp = () => {
    worker.terminate();
    rmSync(socketDir, { recursive: true, force: true });
  };
  try {
    await ask(worker, { kind: "start", folder, socketPath });
  } catch (error) {
    cleanUp();
    throw error;
  }
  const sql = postgres({
    path: socketPath,
    username: "postgres",
    database: "postgres",
    // One connection: PGlite interleaves the messages of several and mixes up their unnamed portals.
    max: 1,
    idle_timeout: 0,
    max_lifetime: null,
    onnotice: () => undefined,
  });
  // As on a server (connection.ts); this connection stays.
  await sql`set plan_cache_mode = force_custom_plan`.catch((error: unknown) => {
    cleanUp();
    throw error;
  });
  return {
    db: drizzle(withPreparedStatements(sql), statements ? { logger: statements } : {}),
    isEmbedded: true,
    // The lock on the data folder keeps every other process out already.
    claim: async () => ({ share: async () => undefined, release: async () => undefined }),
    exclusively: (_name, task) => task(),
    async close() {
      await sql.end({ timeout: 5 });
      await ask(worker, { kind: "stop" });
      cleanUp();
    },
  };
}

/** A socket's path is limited to about 100 characters: where the data folder's is longer, the system's takes it. */
const MAX_SOCKET_FOLDER_CHARS = 80;

function makeSocketFolder(preferred: string): string {
  if (preferred.length > MAX_SOCKET_FOLDER_CHARS) return mkdtempSync(join(tmpdir(), "quarry-"));
  // One that is there is a killed process's: the data folder is locked.
  rmSync(preferred, { recursive: true, force: true });
  mkdirSync(preferred, { recursive: true, mode: 0o700 });
  return preferred;
}

function ask(worker: Worker, message: ToWorker): Promise<void> {
  return new Promise((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<FromWorker>) =>
      data.kind === "failed" ? reject(new Error(`embedded database: ${data.message}`)) : resolve();
    worker.onerror = (event) => reject(new Error(`embedded database: ${event.message}`));
    worker.postMessage(message);
  });
}
