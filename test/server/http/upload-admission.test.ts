import { afterAll, beforeAll, expect, test } from "bun:test";
import { connect, type Socket } from "node:net";
import { type InProcessApp, startApp } from "../../support/in-process-app.ts";
import { until } from "../../support/until.ts";
import { addTenant } from "../other-tenant.ts";

/** Two of these are what the server holds in memory with this setting. */
const LARGE_BYTES = 11_000_000;
const SETTINGS = { QUARRY_MAX_FILE_BYTES: "1000000" };
/** More than may be in progress. */
const UPLOADS = 450;

let app: InProcessApp;
let server: ReturnType<typeof Bun.serve>;
let spaceId: string;
let other: { readonly key: string; readonly spaceId: string };
const sockets: Socket[] = [];

beforeAll(async () => {
  app = await startApp({ env: SETTINGS });
  server = Bun.serve({ port: 0, maxRequestBodySize: 1e9, fetch: (request) => app.app.handle(request) });
  spaceId = (await app.quarry.spaces.create({ name: "Full" })).space.id;
  const { key } = await addTenant(app.deps, "other", "enterprise");
  other = { key, spaceId: (await app.quarryWith(key).spaces.create({ name: "Other" })).space.id };
}, 120_000);
afterAll(async () => {
  for (const socket of sockets) socket.destroy();
  await server.stop(true);
  await app.stop();
});

/** Announces a large body, and sends one byte of it. Returns what the server answers meanwhile. */
async function beginUpload(): Promise<{ readonly socket: Socket; answer(): string }> {
  let answer = "";
  const socket = connect({ host: "127.0.0.1", port: Number(server.port) });
  sockets.push(socket);
  socket.on("data", (data) => {
    answer += String(data);
  });
  await new Promise<void>((sent) =>
    socket.write(
      `PUT /api/documents HTTP/1.1\r\nHost: quarry\r\nSvc-Api-Key: ${app.rootKey}\r\nContent-Type: application/json\r\nContent-Length: ${LARGE_BYTES}\r\n\r\n{`,
      () => sent(),
    ),
  );
  return { socket, answer: () => answer };
}

const send = (key: string, body: object, signal?: AbortSignal) =>
  fetch(`http://127.0.0.1:${server.port}/api/documents`, {
    ...{ method: "PUT", body: JSON.stringify(body), ...(signal && { signal }) },
    headers: { "svc-api-key": key, "content-type": "application/json" },
  });

test("bodies that fill the memory are refused before they are read, another organization's are not, and room comes back", async () => {
  const begun = [await beginUpload(), await beginUpload()];
  const refused = await until("a refusal", async () => {
    const { socket, answer } = await beginUpload();
    await Bun.sleep(50);
    if (answer() === "") begun.push({ socket, answer });
    return answer() === "" ? undefined : answer();
  });
  expect(refused).toStartWith("HTTP/1.1 503");
  expect(refused.toLowerCase()).toContain("retry-after: 1\r\n");
  const content = "A heron.";
  const large = "A heron waits. ".repeat(60_000);
  expect((await send(app.rootKey, { spaceId, filename: "large.md", content: large })).status).toBe(503);
  expect((await send(other.key, { spaceId: other.spaceId, filename: "a.md", content })).status).toBe(201);
  for (const { socket } of begun) socket.destroy();
  await until(
    "room",
    async () => (await send(app.rootKey, { spaceId, filename: "a.md", content })).ok || undefined,
  );
}, 60_000);

test("each end of an upload makes room", async () => {
  const ends = Array.from({ length: UPLOADS }, (_, at) => at);
  const statuses = new Set<number | string>();
  const next = async () => {
    for (let at = ends.pop(); at !== undefined; at = ends.pop()) {
      const leaving = new AbortController();
      // Unchanged, invalid, or left at once.
      const body = at % 10 > 0 ? { spaceId } : { spaceId, filename: "a.md", content: "A heron." };
      const sent = send(app.rootKey, body, leaving.signal).then(
        ({ status }) => status,
        () => "left",
      );
      if (at % 5 === 1) setTimeout(() => leaving.abort(), at % 5);
      statuses.add(await sent);
    }
  };
  await Promise.all(Array.from({ length: 20 }, next));
  expect([...statuses].filter((status) => status !== "left").sort()).toEqual([200, 400]);
  const all = await Promise.all(Array.from({ length: 300 }, () => send(app.rootKey, { spaceId })));
  expect(new Set(all.map(({ status }) => status))).toEqual(new Set([400]));
}, 60_000);
