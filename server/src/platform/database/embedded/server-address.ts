import { mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Cluster } from "./cluster.ts";
import { SUPERUSER } from "./initialize.ts";
import { dataDirectoryOf } from "./spawn-program.ts";

/** The address that a cluster's server listens on. */
export interface ServerAddress {
  /** PostgreSQL settings that make the server listen on it. */
  settings(): Record<string, string>;
  /** Options that connect the driver to it. */
  options(): { username: string; path?: string; host?: string; port?: number; password?: string };
  /** Removes temporary files outside of the cluster's folder. */
  release(): void;
}

const SOCKET = ".s.PGSQL.5432";
/** In bytes. The limit is 103 on macOS and 107 on Linux. */
const MAX_SOCKET_PATH = 100;

/** Returns the server's address: a socket in the data directory, which only its user can open, or a loopback port on Windows. */
export function addressOf(cluster: Cluster): ServerAddress {
  return process.platform === "win32" ? loopbackPort(cluster) : socketIn(cluster);
}

function socketIn(cluster: Cluster): ServerAddress {
  const isShort = Buffer.byteLength(join(cluster.data, SOCKET)) <= MAX_SOCKET_PATH;
  // Reaches a socket with a long path through a short symbolic link.
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

function loopbackPort({ folder }: Cluster): ServerAddress {
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
