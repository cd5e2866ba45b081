import { existsSync } from "node:fs";
import { join } from "node:path";
import { PGlite } from "@electric-sql/pglite";
import { vector } from "@electric-sql/pglite-pgvector";
import { dataDir as emptyCluster } from "@electric-sql/pglite-prepopulatedfs";
import { PGLiteSocketServer } from "@electric-sql/pglite-socket";
import type { FromWorker, ToWorker } from "./embedded.ts";

/**
 * The embedded PostgreSQL, in a worker thread because its queries run to the end without yielding: on the main
 * thread a slow one would freeze the server. It serves the wire protocol on a socket, so that the same driver and
 * the same queries work on it and on a real PostgreSQL.
 */
declare const self: Worker;

const send = (message: FromWorker) => self.postMessage(message);

async function start(folder: string, socketPath: string): Promise<() => Promise<void>> {
  const isNew = !existsSync(join(folder, "PG_VERSION"));
  const database = await PGlite.create({
    dataDir: folder,
    extensions: { vector },
    // An empty cluster from the package spares initdb, which takes seconds.
    ...(isNew ? { loadDataDir: await emptyCluster() } : {}),
  });
  // Making the cluster leaves hundreds of megabytes of garbage.
  Bun.gc(true);
  const server = new PGLiteSocketServer({ db: database, path: socketPath, maxConnections: 1 });
  await server.start();
  return async () => {
    await server.stop();
    await database.close();
  };
}

let stop: (() => Promise<void>) | undefined;

self.onmessage = async ({ data }: MessageEvent<ToWorker>) => {
  try {
    if (data.kind === "start") {
      stop = await start(data.folder, data.socketPath);
      send({ kind: "ready" });
    } else {
      await stop?.();
      send({ kind: "stopped" });
    }
  } catch (error) {
    send({ kind: "failed", message: error instanceof Error ? error.message : String(error) });
  }
};
