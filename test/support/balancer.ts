import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** A TCP balancer in front of servers, as people put one there: in turn, to the servers that say they are ready. */
export interface Balancer {
  readonly url: string;
  /** The servers to choose from, by URL. A change takes effect at the next check. */
  readonly targets: Set<string>;
  /** The targets that were ready at the last check. */
  ready(): string[];
  /** Why connections were closed, and when, by `performance.now()`: for failed tests. */
  readonly closings: readonly string[];
  stop(): Promise<void>;
}

const CHECK_MS = 100;
const CHECK_LIMIT_MS = 1000;
/** Checks in a row without an answer after which a target counts as down: on a busy machine, some may be late. */
const LATE_CHECKS = 3;

/** Starts a balancer without targets. Connections to a target that stops being ready are closed. */
export async function startBalancer(): Promise<Balancer> {
  const targets = new Set<string>();
  const healthy = new Set<string>();
  const connections = new Map<Socket, string>();
  const lateChecks = new Map<string, number>();
  const closings: string[] = [];
  const noteClosing = (why: string) => closings.push(`${Math.round(performance.now())} ms: ${why}`);
  let turn = 0;
  let isStopped = false;

  async function check(target: string): Promise<void> {
    const signal = AbortSignal.timeout(CHECK_LIMIT_MS);
    const answer = await fetch(`${target}/ready`, { signal, keepalive: false }).then(
      ({ status }) => status,
      String,
    );
    const isReady = answer === 200;
    const late = signal.aborted ? (lateChecks.get(target) ?? 0) + 1 : 0;
    lateChecks.set(target, late);
    if (late > 0 && late < LATE_CHECKS) return;
    if (isReady && targets.has(target)) healthy.add(target);
    else {
      if (healthy.delete(target)) noteClosing(`${target} answered ${answer}`);
      for (const [socket, of] of connections) if (of === target) socket.destroy();
    }
  }

  async function watch(): Promise<void> {
    while (!isStopped) {
      await Promise.all([...targets, ...healthy].map(check));
      await Bun.sleep(CHECK_MS);
    }
  }

  function forward(caller: Socket, attempts: number): void {
    const choice = [...healthy];
    const target = choice[turn++ % choice.length];
    if (target === undefined || attempts > choice.length) {
      noteClosing(`no server of ${choice.length} was reached`);
      caller.destroy();
      return;
    }
    const { hostname, port } = new URL(target);
    const server = connect({ host: hostname, port: Number(port) });
    server.once("error", () => {
      if (server.connecting || (server.bytesRead === 0 && server.bytesWritten === 0))
        forward(caller, attempts + 1);
      else {
        noteClosing(`${target} closed a connection`);
        caller.destroy();
      }
    });
    server.once("connect", () => {
      connections.set(server, target);
      server.once("close", () => {
        connections.delete(server);
        caller.destroy();
      });
      caller.once("close", () => server.destroy());
      caller.pipe(server).pipe(caller);
    });
  }

  const listener = createServer((caller) => {
    caller.on("error", () => caller.destroy());
    forward(caller, 1);
  });
  await new Promise<void>((done) => listener.listen(0, "127.0.0.1", done));
  const watching = watch();
  return {
    url: `http://127.0.0.1:${(listener.address() as AddressInfo).port}`,
    targets,
    closings,
    ready: () => [...healthy],
    async stop() {
      isStopped = true;
      await watching;
      for (const socket of connections.keys()) socket.destroy();
      await new Promise((closed) => listener.close(closed));
    },
  };
}
