import { afterAll, beforeAll, expect, test } from "bun:test";
import { connect } from "node:net";
import { createCaller } from "../../contract/caller.ts";
import { string } from "../../contract/reading.ts";
import { type RunningServer, startServer } from "../../support/running-server.ts";
import { until } from "../../support/until.ts";

let server: RunningServer;

beforeAll(async () => {
  server = await startServer();
}, 90_000);
afterAll(() => server?.stop());

test("an interrupted upload can be retried with the same key", async () => {
  const call = createCaller(server);
  const { json } = await call("POST", "/api/spaces", { body: { name: "a" } });
  const path = `/api/spaces/${string((json.space as { id: unknown }).id)}/documents`;
  const form = new FormData();
  form.set("file", new File(["some text ".repeat(50_000)], "a.txt"));
  const whole = new Response(form);
  // Read before the body, because consuming the body drops the content type.
  const contentType = whole.headers.get("content-type") ?? "";
  const bytes = new Uint8Array(await whole.arrayBuffer());
  const headers = { "Idempotency-Key": "broken", "Content-Type": contentType };
  const upload = () => call("POST", path, { rawBody: bytes, headers });

  const { hostname, port } = new URL(server.baseUrl);
  const startUpload = () => {
    const socket = connect(Number(port), hostname);
    socket.write(
      [
        `POST ${path} HTTP/1.1`,
        `Host: ${hostname}`,
        `Svc-Api-Key: ${server.rootKey}`,
        `Content-Length: ${bytes.length}`,
        ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
        "\r\n",
      ].join("\r\n"),
    );
    socket.write(bytes.subarray(0, bytes.length >> 1));
    // On a busy machine, the call below can claim the key first. The server then refuses this upload, so start again.
    socket.once("data", () => {
      socket.destroy();
      openUpload = startUpload();
    });
    return socket;
  };
  let openUpload = startUpload();
  await until("the upload to be in progress", async () => {
    const { json } = await call("POST", path, { body: {}, headers: { "Idempotency-Key": "broken" } });
    return json.code === "request_in_progress" || undefined;
  });
  openUpload.destroy();
  const done = await until("the interrupted call to end", async () => {
    const reply = await upload();
    return reply.json.code === "request_in_progress" ? undefined : reply;
  });
  expect([done.status, done.json.filename]).toEqual([201, "a.txt"]);
  expect((await upload()).json.id).toBe(string(done.json.id));
});
