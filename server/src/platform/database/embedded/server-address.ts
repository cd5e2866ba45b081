import { mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Cluster } from "./cluster.ts";
import { SUPERUSER } from "./initialize.ts";
import { dataDirectoryOf } from "./spawn-program.ts";

/** Where a cluster's server listens. */
export interface ServerAddress {
  /** The server's settings. */
  settings(): Record<string, string>;
  /** The driver's options. */
  options(): { username: string; path?: string; host?: string; port?: number; password?: string };
  /** Removes what is not in the cluster's folder. */
  release(): void;
}

const SOCKET = ".s.PGSQL.5432";
/** A socket's path may have 103 bytes on macOS and 107 on Linux. */
const MAX_SOCKET_PATH = 100;

/** The server's address: a socket in the data directory, which only its user can open; on Windows a loopback port. */
export function addressOf(cluster: Cluster): ServerAddress {
  return process.platform === "win32" ? portOf(cluster) : socketOf(cluster);
}

function socketOf(cluster: Cluster): ServerAddress {
  const isShort = Buffer.byteLength(join(cluster.data, SOCKET)) <= MAX_SOCKET_PATH;
  // A longer path is reached by a link with a short one.
  const link = isShort ? undefined : mkdtempSync(join(tmpdir(), "quarry-"));
  if (link) symlinkSync(cluster.data, join(link, "s"));
  const folder = link ? join(link, "s") : cluster.data;
  return {
    settings: () => ({
      listen_addresses: "",
      unix_socket_directories: process.platform === "linux" ? dataDirectoryOf(cluster) : folder,
      unix_socket_permissions: "0700",
    }),
    options: () => ({ username: SUPERUSER, path: join(folder, SOCKET) }),
    release: () => link && rmSync(link, { recursive: true, force: true }),
  };
}

function portOf({ folder }: Cluster): ServerAddress {
  const host = "127.0.0.1";
  const port = freePort(host);
  return {
    settings: () => ({ listen_addresses: host, port: String(port) }),
    options: () => ({
      username: SUPERUSER,
      host,
      port,
      password: readFileSync(join(folder, "password"), "utf8"),
    }),
    release: () => undefined,
  };
}

function freePort(hostname: string): number {
  const server = Bun.listen({ hostname, port: 0, socket: { data: () => undefined } });
  const { port } = server;
  server.stop(true);
  return port;
}
