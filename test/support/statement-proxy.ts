import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** A proxy in front of PostgreSQL that counts statements. */
export interface StatementProxy {
  /** The database's URL through the proxy. */
  readonly url: string;
  /** Statements since the last `arm`. */
  count(): number;
  /**
   * Starts to count. At the statement with this number, nothing passes any more and `reached` is called: before PostgreSQL
   * gets the statement, or after it has carried it out and before anyone knows.
   */
  arm(statement: number, when: "before" | "after", reached: () => void): void;
  /** Lets everything pass, on new connections. */
  disarm(): void;
  stop(): Promise<void>;
}

/** The messages Query and Execute of PostgreSQL's protocol. */
const STATEMENTS = new Set([0x51, 0x45]);
const LENGTH_BYTES = 4;

/** Starts a proxy for the server of a URL. */
export async function startStatementProxy(databaseUrl: string): Promise<StatementProxy> {
  const { hostname, port } = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let [counted, wanted] = [0, Number.POSITIVE_INFINITY];
  let when: "before" | "after" = "before";
  let reached: () => void = () => undefined;
  let isStopped = false;

  function reach(): void {
    isStopped = true;
    reached();
  }

  const listener = createServer((caller) => {
    const database = connect({ host: hostname, port: Number(port) });
    for (const [one, other] of [[caller, database] as const, [database, caller] as const]) {
      sockets.add(one);
      one.on("error", () => one.destroy());
      one.on("close", () => {
        sockets.delete(one);
        other.destroy();
      });
    }
    const framesOf = frameReader();
    let isLast = false;
    caller.on("data", (bytes: Buffer) => {
      if (isStopped) return;
      const passed: Buffer[] = [];
      for (const { type, frame } of framesOf(bytes)) {
        if (STATEMENTS.has(type)) counted += 1;
        const isReached = STATEMENTS.has(type) && counted === wanted;
        if (isReached && when === "before") {
          reach();
          break;
        }
        isLast ||= isReached;
        passed.push(frame);
      }
      database.write(Buffer.concat(passed));
    });
    database.on("data", (bytes) => {
      if (isStopped) return;
      if (isLast) reach();
      else caller.write(bytes);
    });
  });
  await new Promise<void>((done) => listener.listen(0, "127.0.0.1", done));
  const url = new URL(databaseUrl);
  url.port = String((listener.address() as AddressInfo).port);
  const closeAll = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    url: url.href,
    count: () => counted,
    arm(statement, moment, callback) {
      [counted, wanted, when, reached] = [0, statement, moment, callback];
    },
    disarm() {
      wanted = Number.POSITIVE_INFINITY;
      isStopped = false;
      closeAll();
    },
    async stop() {
      closeAll();
      await new Promise((closed) => listener.close(closed));
    },
  };
}

/** Splits what a client sends into messages. The first one has no type. */
function frameReader() {
  let rest = Buffer.alloc(0);
  let isStarted = false;
  return function* (bytes: Buffer): Generator<{ readonly type: number; readonly frame: Buffer }> {
    rest = Buffer.concat([rest, bytes]);
    for (;;) {
      const typeBytes = isStarted ? 1 : 0;
      if (rest.length < typeBytes + LENGTH_BYTES) return;
      const end = typeBytes + rest.readUInt32BE(typeBytes);
      if (rest.length < end) return;
      const frame = rest.subarray(0, end);
      rest = rest.subarray(end);
      yield { type: isStarted ? (frame[0] ?? 0) : 0, frame };
      isStarted = true;
    }
  };
}
