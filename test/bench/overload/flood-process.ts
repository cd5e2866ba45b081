/** Sends a flood: reads the job from standard input and prints the times of its answers as JSON. */
import { type HttpConnection, openHttpConnection } from "../compare/load/http-connection.ts";
import type { Flood, FloodTimes } from "./flood.ts";

const { origin, key, bodies, rate, seconds, connections }: Flood = await Bun.stdin.json();
const { hostname, port } = new URL(origin);
const head = `POST /api/query HTTP/1.1\r\nhost: ${hostname}:${port}\r\ncontent-type: application/json\r\nauthorization: Bearer ${key}`;
const requests = bodies.map((body) =>
  Buffer.from(`${head}\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`),
);
const byStatus: Record<string, number[]> = {};
const free: HttpConnection[] = [];
let sent = 0;
let hadNoRetryAfter = 0;

async function ask(since: number): Promise<void> {
  const request = requests[sent++ % requests.length] as Buffer;
  let status = 0;
  try {
    let connection = free.pop();
    while (connection?.isOpen() === false) connection = free.pop();
    connection ??= await openHttpConnection(hostname, Number(port));
    const answer = await connection.send(request, false);
    free.push(connection);
    status = answer.status;
    if (status === 503 && !/\r\nretry-after: *\d/i.test(answer.head)) hadNoRetryAfter += 1;
  } catch {
    // The status stays 0.
  }
  const times = byStatus[status] ?? [];
  byStatus[status] = times;
  times.push(performance.now() - since);
}

const start = performance.now();
const end = start + seconds * 1000;

async function closedLoop(): Promise<void> {
  while (performance.now() < end) await ask(performance.now());
}

async function openLoop(perSecond: number): Promise<void> {
  const running = new Set<Promise<void>>();
  const due: number[] = [];
  const dispatch = () => {
    while (due.length > 0 && running.size < connections) {
      const request = ask(due.shift() as number).then(() => {
        running.delete(request);
        dispatch();
      });
      running.add(request);
    }
  };
  for (let next = start; next < end; await Bun.sleep(1)) {
    // The timer's own delay, up to a millisecond, is not the server's.
    const now = performance.now();
    for (; next <= now; next += (-Math.log(1 - Math.random()) / perSecond) * 1000) due.push(now);
    dispatch();
  }
  while (due.length > 0 || running.size > 0) await Promise.race([...running, Bun.sleep(5)]);
}

if (rate === undefined) await Promise.all(Array.from({ length: connections }, closedLoop));
else await openLoop(rate);
for (const connection of free) connection.close();
const found: FloodTimes = { seconds: (performance.now() - start) / 1000, byStatus, hadNoRetryAfter };
await Bun.write(Bun.stdout, JSON.stringify(found));
process.exit(0);
