import { afterAll, beforeAll, expect, test } from "bun:test";
import { readFile } from "node:fs/promises";
import { createConnection } from "node:net";
import { emptyArchive } from "../../archives/sample-archives.ts";
import { createCaller } from "../../contract/caller.ts";
import { object, string } from "../../contract/reading.ts";
import { exchange } from "../../fuzz/http/exchange.ts";
import { type RunningServer, startServer } from "../../support/running-server.ts";
import { hasEveryCase } from "../../support/scale.ts";

// Errors of streams, timers and callbacks end in an answer and a line of the log, never in the process: it starts a real
// server, and its process must be the same at the end.

const AT_ONCE = 16;
const PATIENCE_MS = 5000;
/** Of a sample; primes, so that the cases differ between the forms. */
const STEP = hasEveryCase ? 1 : 13;
const MOST_PREFIXES = 800;

let server: RunningServer;
let address: { host: string; port: number };
let spaceId: string;
let archive: Uint8Array;

beforeAll(async () => {
  server = await startServer();
  const { hostname: host, port } = new URL(server.baseUrl);
  address = { host, port: Number(port) };
  archive = await emptyArchive();
  const call = createCaller(server);
  spaceId = string(object((await call("POST", "/api/spaces", { body: { name: "Herons" } })).json.space).id);
  const content = "The heron is grey. ".repeat(50_000);
  await call("PUT", "/api/documents", { body: { spaceId, filename: "a.md", content } });
}, 120_000);
afterAll(() => server?.stop());

/** A valid request with a body. */
interface Form {
  readonly line: string;
  readonly type: string;
  readonly body: Uint8Array;
}

function forms(): Form[] {
  const json = (line: string, body: object): Form => ({
    ...{ line, type: "application/json", body: Buffer.from(JSON.stringify(body)) },
  });
  const part = (head: string, text: string) =>
    `--b\r\nContent-Disposition: form-data; ${head}\r\n\r\n${text}\r\n`;
  const upload = [
    part('name="spaceId"', spaceId),
    part('name="file"; filename="b.md"\r\nContent-Type: text/markdown', "# Tides\n\nHigh water."),
    part('name="metadata"', '{"kind":"a"}'),
  ];
  const multipart = {
    type: "multipart/form-data; boundary=b",
    body: Buffer.from(`${upload.join("")}--b--\r\n`),
  };
  const file = [part('name="purpose"', "assistants"), upload[1] ?? ""];
  return [
    { line: "POST /openai/v1/files", ...multipart, body: Buffer.from(`${file.join("")}--b--\r\n`) },
    { line: "PUT /api/documents", ...multipart },
    { line: "POST /api/parse", ...multipart },
    { line: "POST /api/spaces/import", type: "application/x-tar", body: archive },
    json("POST /api/spaces", { name: "Tides", metadata: { kind: ["a", 1.5, null] } }),
    json("POST /api/query", { query: "heron \u00e9", spaceIds: [spaceId], explain: true }),
    json("PUT /api/documents/batch", { spaceId, documents: [{ filename: "c.md", content: "Low water." }] }),
    json("POST /api/auth/sign-in/email", { email: "a@example.com", password: "correct horse battery" }),
    json("POST /mcp", {
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: { name: "list_spaces", arguments: {} },
    }),
    {
      ...{ line: "POST /app/sign-in", type: "application/x-www-form-urlencoded" },
      body: Buffer.from("email=a%40example.com&password=correct+horse&next=%2Fapp"),
    },
  ];
}

function bytesOf({ line, type }: Form, body: Uint8Array, length = body.byteLength): Buffer {
  const head = [
    `${line} HTTP/1.1`,
    `Host: ${address.host}:${address.port}`,
    `Authorization: Bearer ${server.rootKey}`,
    "Accept: application/json, text/event-stream",
    "Connection: close",
    `Content-Type: ${type}`,
    `Content-Length: ${length}`,
  ];
  return Buffer.concat([Buffer.from(`${head.join("\r\n")}\r\n\r\n`), body]);
}

/** Does something for each item, some at once. */
async function forEach<Item>(items: readonly Item[], task: (item: Item) => Promise<void>): Promise<void> {
  const left = [...items];
  const work = async () => {
    for (let item = left.pop(); item !== undefined; item = left.pop()) await task(item);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
}

/** Sends bytes and hangs up when they are sent, or when the first bytes of the answer are there. */
function hangUp(bytes: Uint8Array, when: "sent" | "answered"): Promise<void> {
  return new Promise((done) => {
    const socket = createConnection(address);
    const end = () => {
      socket.resetAndDestroy();
      done();
    };
    socket.on("connect", () => socket.write(bytes, () => void (when === "sent" && setImmediate(end))));
    socket.on("data", () => void (when === "answered" && end()));
    socket.on("error", () => done());
    socket.on("close", () => done());
  });
}

/** Fails unless the process is the same, has logged no error of its own, and answers. */
async function expectUnharmed(): Promise<void> {
  const { pid } = server;
  expect(process.kill(pid, 0)).toBe(true);
  expect(server.output()).not.toMatch(/uncaught|unhandled|A request failed/i);
  const reply = await createCaller(server)("POST", "/api/query", {
    body: { query: "heron", spaceIds: spaceId },
  });
  expect({ status: reply.status, pid: server.pid }).toEqual({ status: 200, pid });
}

/** The lengths of the prefixes of a body. Of a long one, which is an archive with much padding, some. */
function prefixes(length: number): number[] {
  const step = Math.max(STEP, Math.ceil(length / MOST_PREFIXES));
  return Array.from({ length: Math.ceil(length / step) }, (_, at) => at * step);
}

test("every prefix of every valid body is answered", async () => {
  for (const form of forms())
    await forEach(prefixes(form.body.byteLength), async (length) => {
      const bytes = bytesOf(form, form.body.subarray(0, length));
      const { statuses, end } = await exchange(address, bytes, { method: "POST", patienceMs: PATIENCE_MS });
      const [status = 0] = statuses;
      // 503: too many imports at the same time.
      const isAnswered = status >= 200 && (status < 500 || status === 503);
      expect({ form: form.line, length, status, end, isAnswered }).toMatchObject({
        end: "complete",
        isAnswered: true,
      });
    });
  await expectUnharmed();
}, 120_000);

test("an upload that breaks off anywhere harms nothing", async () => {
  for (const form of forms()) {
    const whole = bytesOf(form, form.body);
    await forEach(prefixes(whole.byteLength), (length) => hangUp(whole.subarray(0, length), "sent"));
  }
  await expectUnharmed();
}, 120_000);

test("a reader that hangs up harms nothing", async () => {
  const targets = ["/api/openapi.json", "/docs/assets/swagger-ui-bundle.js", "/api/events"];
  targets.push(`/api/spaces/${spaceId}/export`, `/api/spaces/${spaceId}/export?gzip=true`);
  targets.push(`/api/documents/by-filename?spaceId=${spaceId}&filename=a.md`);
  const head = (target: string) =>
    `GET ${target} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${server.rootKey}\r\n\r\n`;
  const requests = targets.flatMap((target) => Array.from({ length: 12 }, () => Buffer.from(head(target))));
  await forEach(requests, (bytes) => hangUp(bytes, "answered"));
  await forEach(requests, (bytes) => hangUp(bytes, "sent"));
  await expectUnharmed();
}, 120_000);

/** Sends a body in chunks of a megabyte regardless of the answer, and resolves when the server has enough of it. */
function flood(line: string, megabytes: number): Promise<void> {
  const piece = Buffer.concat([Buffer.from("100000\r\n"), Buffer.alloc(1_048_576, " "), Buffer.from("\r\n")]);
  return new Promise((done) => {
    const socket = createConnection(address);
    let left = megabytes;
    const send = () => {
      while (left > 0 && !socket.destroyed) {
        left -= 1;
        if (!socket.write(piece)) return void socket.once("drain", send);
      }
      socket.destroy();
    };
    socket.on("connect", () => {
      const type = "Content-Type: application/json\r\nTransfer-Encoding: chunked";
      socket.write(`${line} HTTP/1.1\r\nHost: a\r\n${type}\r\n\r\n`);
      send();
    });
    socket.on("error", () => undefined);
    socket.on("close", () => done());
    // The server need not read any of it.
    socket.setTimeout(2000, () => socket.destroy());
  });
}

/** The largest memory that the server had, in megabytes. */
async function peakMegabytes(): Promise<number> {
  const status = await readFile(`/proc/${server.pid}/status`, "utf8");
  return Number(/^VmHWM:\s+(\d+)/m.exec(status)?.[1]) / 1000;
}

test.skipIf(process.platform !== "linux")(
  "a long body takes no memory where none may be sent",
  async () => {
    const before = await peakMegabytes();
    const posts = [
      "/api/auth/oauth2/delete-consent",
      "/api/auth/sign-in/email",
      "/app/sign-in",
      "/mcp",
      "/nowhere",
    ];
    const lines = [...posts, "/api/query", "/api/spaces/import", "/health"].map((path) => `POST ${path}`);
    lines.push("PUT /api/documents", "PUT /api/documents/batch", "DELETE /api/spaces/x", "GET /health");
    for (const line of lines) await flood(line, 400);
    expect((await peakMegabytes()) - before).toBeLessThan(300);
    await expectUnharmed();
  },
  120_000,
);

const BROKEN_FRAMES: readonly string[] = [
  ...[
    "\r\n\r\n",
    "\0",
    "GET",
    "GET / HTTP/9.9\r\n\r\n",
    "GET  HTTP/1.1\r\n\r\n",
    "\x16\x03\x01\x02\x00",
    "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
  ],
  ...[
    "GET / HTTP/1.1\r\nHost: a b\r\n\r\n",
    "GET /%zz HTTP/1.1\r\nHost: a\r\n\r\n",
    "GET http://[::1/ HTTP/1.1\r\nHost: a\r\n\r\n",
  ],
  "POST /api/spaces HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
  "POST /api/spaces HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nffffffffffffffffff\r\na",
  "POST /api/spaces HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\n0\r\n\r\n",
  "POST /api/spaces HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n\r\n",
  "POST /api/spaces HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\naaaaaa",
  `GET /${"a".repeat(100_000)} HTTP/1.1\r\nHost: a\r\n\r\n`,
  `GET / HTTP/1.1\r\nHost: a\r\n${"X: y\r\n".repeat(5000)}\r\n`,
  "GET /health HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: x\r\n\r\n",
  "GET /health HTTP/1.1\r\nHost: a\r\n\r\n".repeat(500),
];

test("a broken frame is refused, or its connection ends", async () => {
  const frames = BROKEN_FRAMES.flatMap((frame) => [frame, frame.replaceAll("\r\n", "\n")]);
  await forEach(frames, async (frame) => {
    const bytes = Buffer.from(frame, "latin1");
    const { statuses } = await exchange(address, bytes, { method: "GET", patienceMs: 500 });
    expect({
      frame: frame.slice(0, 80),
      failures: statuses.filter((status) => status === 500),
    }).toMatchObject({
      failures: [],
    });
  });
  await expectUnharmed();
}, 60_000);
