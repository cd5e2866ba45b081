import { openBodyLines } from "./body-lines.ts";
import { openHttpConnection } from "./http-connection.ts";
import type { Asker, HttpTarget } from "./job.ts";

/** One in this many answers is checked, and its `Server-Timing` read. */
const CHECK_EVERY = 16;

/** Opens connections to a server and sends it the target's requests. */
export async function createHttpAsker(target: HttpTarget, connections: number): Promise<Asker> {
  const { hostname, port } = new URL(target.origin);
  const bodies = openBodyLines(target.bodies);
  const open = () => openHttpConnection(hostname, Number(port));
  const free = await Promise.all(Array.from({ length: connections }, open));
  const head = [
    `${target.method} ${target.path} HTTP/1.1`,
    `host: ${hostname}:${port}`,
    "content-type: application/json",
    ...Object.entries(target.headers).map(([name, value]) => `${name}: ${value}`),
  ].join("\r\n");
  const rooms = createRooms();
  let asked = 0;
  return {
    async ask(line) {
      const body = bodies.at(line);
      const request = Buffer.concat([Buffer.from(`${head}\r\ncontent-length: ${body.length}\r\n\r\n`), body]);
      // A connection that failed is not returned, so a later request opens another.
      let connection = free.pop();
      while (connection?.isOpen() === false) connection = free.pop();
      connection ??= await open();
      const isChecked = asked++ % CHECK_EVERY === 0;
      const answer = await connection.send(request, isChecked);
      free.push(connection);
      if (answer.status < 200 || answer.status > 299)
        throw new Error(`${target.path} answered ${answer.status}. ${answer.body.slice(0, 200)}`);
      if (!isChecked) return;
      if (!answer.body.includes(target.expected))
        throw new Error(`An answer has no ${target.expected}: ${answer.body.slice(0, 200)}`);
      rooms.add(answer.head);
    },
    get rooms() {
      return rooms.means();
    },
    async close() {
      for (const connection of free) connection.close();
    },
  };
}

/** Sums `Server-Timing` headers. */
export function createRooms() {
  const sums = new Map<string, number>();
  let heads = 0;
  return {
    add(head: string): void {
      const header = /\r\nserver-timing: *([^\r]+)/i.exec(head)?.[1];
      if (header === undefined) return;
      heads += 1;
      for (const [, name = "", ms] of header.matchAll(/([\w-]+)(?:;desc="[^"]*")?;dur=([\d.]+)/g))
        sums.set(name, (sums.get(name) ?? 0) + Number(ms));
    },
    means: () => Object.fromEntries([...sums].map(([name, sum]) => [name, sum / heads])),
  };
}
