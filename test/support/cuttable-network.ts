import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** The network between a process and its database. */
export interface CuttableNetwork {
  /** The database's URL through this network. */
  readonly url: string;
  /** Loses everything without a word, as a pulled cable does. */
  cut(): void;
  /** Passes new connections again; the old ones are closed. */
  repair(): void;
  stop(): Promise<void>;
}

/** Starts a proxy in front of the PostgreSQL server of a URL. */
export async function startCuttableNetwork(databaseUrl: string): Promise<CuttableNetwork> {
  const { hostname, port } = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let isCut = false;
  const listener = createServer((caller) => {
    const database = connect({ host: hostname, port: Number(port) });
    for (const [from, to] of [
      [caller, database],
      [database, caller],
    ] as const) {
      sockets.add(from);
      from.on("data", (bytes) => {
        if (!isCut) to.write(bytes);
      });
      from.on("error", () => from.destroy());
      from.on("close", () => {
        sockets.delete(from);
        to.destroy();
      });
    }
  });
  await new Promise<void>((done) => listener.listen(0, "127.0.0.1", done));
  const closeAll = () => {
    for (const socket of sockets) socket.destroy();
  };
  const through = new URL(databaseUrl);
  through.port = String((listener.address() as AddressInfo).port);
  return {
    url: through.href,
    cut() {
      isCut = true;
    },
    repair() {
      isCut = false;
      closeAll();
    },
    async stop() {
      closeAll();
      await new Promise((closed) => listener.close(closed));
    },
  };
}
