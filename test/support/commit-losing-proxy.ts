import { mkdtempSync, rmSync } from "node:fs";
import { connect, createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A proxy in front of PostgreSQL that can lose the answer to a COMMIT. */
export interface CommitLosingProxy {
  /** Starts the proxy in front of a socket, and returns its own. */
  start(socket: string): string;
  /**
   * Closes all connections when PostgreSQL has carried out the next COMMIT of a transaction that changed rows. Refuses
   * connections until `heal`.
   */
  loseCommit(): void;
  /** True when the answer is lost. */
  isLost(): boolean;
  /** Accepts connections again. */
  heal(): void;
  stop(): void;
}

/** PostgreSQL's CommandComplete message of a COMMIT. */
const COMMITTED = Buffer.from("COMMIT\0");
/** The same of a statement that changed rows: the worker also commits when it finds no jobs. */
const CHANGED = /(?:INSERT 0|UPDATE|DELETE) [1-9]\d*\0/;

/** Creates the proxy. */
export function createCommitLosingProxy(): CommitLosingProxy {
  const folder = mkdtempSync(join(tmpdir(), "quarry-proxy-"));
  const path = join(folder, "socket");
  const open = new Set<Socket>();
  let state: "open" | "armed" | "lost" = "open";
  let target = "";

  const server = createServer((client) => {
    const upstream = connect(target);
    const ends = [client, upstream];
    const close = () => {
      for (const end of ends) {
        end.destroy();
        open.delete(end);
      }
    };
    for (const end of ends) {
      open.add(end);
      end.on("error", close).on("close", close);
    }
    if (state === "lost") return close();
    client.on("data", (bytes) => upstream.write(bytes));
    let hasChanged = false;
    upstream.on("data", (bytes: Buffer) => {
      hasChanged ||= CHANGED.test(bytes.toString("latin1"));
      const isCommitted = bytes.includes(COMMITTED);
      if (state === "armed" && isCommitted && hasChanged) {
        state = "lost";
        for (const end of [...open]) end.destroy();
      } else client.write(bytes);
      if (isCommitted) hasChanged = false;
    });
  });

  return {
    start(socket) {
      target = socket;
      server.listen(path);
      return path;
    },
    loseCommit() {
      state = "armed";
    },
    isLost: () => state === "lost",
    heal() {
      state = "open";
    },
    stop() {
      for (const end of open) end.destroy();
      server.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
