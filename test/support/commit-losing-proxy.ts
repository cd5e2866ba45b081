import { mkdtempSync, rmSync } from "node:fs";
import { connect, createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A proxy in front of PostgreSQL that can lose the answer to a COMMIT. */
export interface CommitLosingProxy {
  /** Starts the proxy in front of a socket, and returns its own. */
  start(socket: string): string;
  /** Closes the connection of the next COMMIT when PostgreSQL has carried it out. Refuses connections until `heal`. */
  loseCommit(): void;
  /** True when the answer is lost. */
  isLost(): boolean;
  /** Accepts connections again. */
  heal(): void;
  stop(): void;
}

/** PostgreSQL's CommandComplete message of a COMMIT. */
const COMMITTED = Buffer.from("COMMIT\0");

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
    upstream.on("data", (bytes: Buffer) => {
      if (state === "armed" && bytes.includes(COMMITTED)) {
        state = "lost";
        for (const end of [...open]) end.destroy();
      } else client.write(bytes);
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
