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

/** A body that is announced, and what is sent of it. */
interface Begun {
  readonly line: string;
  readonly type: string;
  readonly bytes: number;
  readonly start: string;
}
const DOCUMENT = { line: "PUT /api/documents", type: "application/json", bytes: LARGE_BYTES, start: "{" };

/** Announces a large body, and sends the start of it. Returns what the server answers meanwhile. */
async function beginUpload(begun: Begun = DOCUMENT): Promise<{ readonly socket: Socket; answer(): string }> {
  let answer = "";
  const socket = connect({ host: "127.0.0.1", port: Number(server.port) });
  sockets.push(socket);
  socket.on("error", () => undefined);
  socket.on("data", (data) => {
    answer += String(data);
  });
  const head = [
    `${begun.line} HTTP/1.1`,
    "Host: quarry",
    `Authorization: Bearer ${app.rootKey}`,
    `Content-Type: ${begun.type}`,
    `Content-Length: ${begun.bytes}`,
  ];
  await new Promise<void>((sent) => socket.write(`${head.join("\r\n")}\r\n\r\n${begun.start}`, () => sent()));
  return { socket, answer: () => answer };
}

/** Begins bodies until one is refused, and ends them. Returns how many were not, and the refusal. */
async function beginUntilRefused(begun: Begun, most: number) {
  const all: Awaited<ReturnType<typeof beginUpload>>[] = [];
  try {
    while (all.length < most) {
      const next = await beginUpload(begun);
      await Bun.sleep(all.length < 4 ? 50 : 5);
      all.push(next);
      const refused = all.find(({ answer }) => answer() !== "");
      if (refused) return { accepted: all.length - 1, refusal: refused.answer() };
    }
    return { accepted: most, refusal: "" };
  } finally {
    for (const { socket } of all) socket.destroy();
    await Bun.sleep(50);
  }
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

test.each([
  { line: "POST /mcp", type: "application/json", bytes: LARGE_BYTES, most: 4 },
  { line: "POST /api/spaces", type: "application/json", bytes: 3_900_000, most: 10 },
  { line: "POST /api/query", type: "application/json", bytes: 3_900_000, most: 10 },
  { line: "POST /openai/v1/embeddings", type: "application/json", bytes: 3_900_000, most: 10 },
  { line: "POST /api/auth/sign-in/email", type: "application/json", bytes: 199_000, most: 130 },
  { line: "PUT /api/documents", type: "multipart/form-data; boundary=b", bytes: LARGE_BYTES, most: 14 },
])(
  "bodies of $bytes bytes for $line that fill the memory are refused",
  async ({ most, ...begun }) => {
    const { accepted, refusal } = await beginUntilRefused({ ...begun, start: "" }, most);
    expect(refusal).toStartWith("HTTP/1.1 503");
    expect(refusal.toLowerCase()).toContain("retry-after: 1\r\n");
    expect(accepted).toBeGreaterThan(1);
    expect((await send(app.rootKey, { spaceId, filename: "a.md", content: "A heron." })).ok).toBe(true);
  },
  60_000,
);

test("the fields of a form are limited together, before its end arrives", async () => {
  const field = (name: string) =>
    `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${"x".repeat(400_000)}\r\n`;
  const form = { line: "PUT /api/documents", type: "multipart/form-data; boundary=b", bytes: LARGE_BYTES };
  const start = ["a", "b", "c", "d"].map(field).join("");
  const { answer } = await beginUpload({ ...form, start });
  const refused = await until("a refusal", async () => answer() || undefined);
  expect(refused).toStartWith("HTTP/1.1 413");
  expect(refused).toContain("All parts without a file are together larger than 1000000 bytes.");
}, 60_000);
