import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { connect } from "node:net";
import { expectError, expectMatch, expectRefused, expectStatus } from "../../contract/expecting.ts";
import { object, string } from "../../contract/reading.ts";
import { type Caller, createCaller, type RunningServer, startServer } from "../../support/running-server.ts";
import { storedFiles } from "../../support/stored-files.ts";

const MAX_FILE_BYTES = 2_000_000;
const TIMEOUT_MS = 20_000;

let server: RunningServer;
let call: Caller;
let spaceId: string;
beforeAll(async () => {
  server = await startServer({ env: { QUARRY_MAX_FILE_BYTES: String(MAX_FILE_BYTES) } });
  call = createCaller(server);
  const { json } = await call("POST", "/api/spaces", { body: { name: "Files" } });
  spaceId = string(object(json.space).id);
}, 120_000);
afterAll(() => server?.stop());

const stored = () => storedFiles(server.dataDir);

function form(parts: Readonly<Record<string, string | File>>): FormData {
  const data = new FormData();
  for (const [name, value] of Object.entries(parts)) data.append(name, value as string);
  return data;
}

const text = (content: string, name = "a.txt") => new File([content], name);

describe("a multipart upload", () => {
  test("may contain fields after its file", async () => {
    const rawBody = form({ file: text("Puffins nest."), metadata: '{"a":1}', spaceId, filename: "late.md" });
    const reply = await call("PUT", "/api/documents", { rawBody });
    expectStatus(reply, 201);
    expectMatch(reply.json.document, {
      filename: "late.md",
      mimeType: "text/markdown",
      metadata: { a: 1 },
      fileSize: "13",
    });
  });

  test("leaves no file behind when it is rejected, with or without fields after the file", async () => {
    await call("PUT", "/api/documents", { body: { spaceId, filename: "taken.txt", content: "x" } });
    const before = await stored();
    // Smaller files are stored with their document.
    const file = text("some text ".repeat(2000));
    const send = (method: string, parts: Record<string, string | File>) =>
      call(method, "/api/documents", { rawBody: form(parts) });
    expectRefused(
      await send("POST", { file, spaceId, metadata: "[1]", color: "red" }),
      "/metadata",
      "/color",
    );
    expectRefused(await send("PUT", { file }), "/spaceId");
    expectRefused(await send("PUT", { file: new File([], "e.txt"), spaceId }), "/file");
    expectRefused(await send("PUT", { file, other: file, spaceId }), "/other");
    expectError(await send("POST", { file, spaceId: "nowhere" }), 404);
    expectError(await send("POST", { file, spaceId, filename: "taken.txt" }), 409);
    expectError(await send("PUT", { file: new File(["\u0000\u0001"], "b.gz"), spaceId }), 400);
    const large = text("y".repeat(MAX_FILE_BYTES + 1));
    expect(expectError(await send("PUT", { file: large, spaceId }), 413)).toContain(
      `${MAX_FILE_BYTES} bytes`,
    );
    expect(await stored()).toEqual(before);
  });

  test("stores nothing for unchanged content, and only the new version for changed content", async () => {
    const send = async (content: string) => {
      const reply = await call("PUT", "/api/documents", {
        // Smaller files are stored with their document.
        rawBody: form({ file: text(`${content} `.repeat(2000), "same.txt"), spaceId }),
      });
      return [reply.status, object(reply.json.document).updatedAt];
    };
    const [created, at] = await send("version one");
    const before = await stored();
    expect([created, ...(await send("version one"))]).toEqual([201, 200, at]);
    expect(await stored()).toEqual(before);
    await send("version two");
    const after = await stored();
    expect([after.length, after.filter((file) => before.includes(file)).length]).toEqual([
      before.length,
      before.length - 1,
    ]);
  });

  test("that is aborted leaves nothing behind, and the service keeps working", async () => {
    const before = await stored();
    const { hostname, port } = new URL(server.baseUrl);
    const head = [
      "POST /api/documents HTTP/1.1",
      `Host: ${hostname}`,
      `Svc-Api-Key: ${server.rootKey}`,
      "Content-Type: multipart/form-data; boundary=x",
      "Content-Length: 1500000",
      "",
      "--x",
      'Content-Disposition: form-data; name="file"; filename="cut.txt"',
      "",
      "z".repeat(500_000),
    ];
    const socket = connect(Number(port), hostname);
    socket.write(head.join("\r\n"));
    await until(async () => (await stored()).length === before.length + 1);
    socket.destroy();
    await until(async () => (await stored()).length === before.length);
    expectStatus(await call("GET", "/api/health"), 200);
  });
});

async function until(isTrue: () => Promise<boolean>): Promise<void> {
  const end = performance.now() + TIMEOUT_MS;
  while (!(await isTrue())) {
    if (performance.now() > end) throw new Error(`the condition was still false after ${TIMEOUT_MS} ms`);
    await Bun.sleep(20);
  }
}
