import { afterAll, beforeAll, expect, test } from "bun:test";
import { type RunningServer, startServer } from "../../support/running-server.ts";
import { hasEveryCase } from "../../support/scale.ts";

// No request ends the process or fails within it, however it is broken: it starts a real server.

let server: RunningServer;
beforeAll(async () => {
  server = await startServer();
}, 120_000);
afterAll(() => server?.stop());

const field = (name: string, value: string) =>
  `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
const file = (bytes: string, name = "file") =>
  `--b\r\nContent-Disposition: form-data; name="${name}"; filename="a.txt"\r\nContent-Type: text/plain\r\n\r\n${bytes}\r\n`;
const VALID = `${field("spaceId", "spc_0")}${file("A text about herons.")}${field("metadata", "{}")}--b--\r\n`;

async function send(body: string, method = "PUT"): Promise<number> {
  const response = await fetch(`${server.baseUrl}/api/documents`, {
    method,
    headers: {
      authorization: `Bearer ${server.rootKey}`,
      "content-type": "multipart/form-data; boundary=b",
    },
    body,
  });
  await response.arrayBuffer();
  return response.status;
}

const BROKEN: Readonly<Record<string, string>> = {
  "no closing boundary": '--b\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nx',
  "more than 50 parts after a file": `${file("x")}${Array.from({ length: 60 }, (_, at) => field(`f${at}`, "1")).join("")}--b--\r\n`,
  "a field over 1 MB after a file": `${file("x")}${field("metadata", "x".repeat(1_200_000))}--b--\r\n`,
  "two files": `${file("x")}${file("y")}--b--\r\n`,
  "a file under another name": `${file("x", "other")}--b--\r\n`,
  "an open part header": "--b\r\nContent-Disposition: form-data",
  "a boundary inside the header": `--b\r\nContent-Disposition: form-data; name="file"; filename="--b--\r\n--b--`,
  "a part without a name": `--b\r\nContent-Disposition: form-data\r\n\r\na\r\n${file("x")}--b--\r\n`,
  "a file without a name": `--b\r\nContent-Disposition: form-data; filename="a.txt"\r\n\r\na\r\n--b--\r\n`,
  "no part at all": "--b--\r\n",
  nothing: "",
};

test.each(Object.keys(BROKEN))("a form with %s is rejected, and the process goes on", async (name) => {
  for (const method of ["PUT", "POST"]) {
    const status = await send(BROKEN[name] ?? "", method);
    expect(status).toBeGreaterThanOrEqual(400);
    expect(status).toBeLessThan(500);
  }
  expect(await (await fetch(`${server.baseUrl}/health`)).status).toBe(200);
});

test("every prefix of a valid form is rejected, and the process goes on", async () => {
  const step = hasEveryCase ? 1 : 7;
  for (let length = 0; length < VALID.length - 4; length += step) {
    const status = await send(VALID.slice(0, length));
    expect({ length, isRejected: status >= 400 && status < 500 }).toEqual({ length, isRejected: true });
  }
  expect(server.output()).not.toContain("uncaught");
}, 120_000);

test("an id with broken percent-encoding names nothing", async () => {
  const headers = { authorization: `Bearer ${server.rootKey}` };
  for (const path of ["/api/spaces/%zz", "/api/spaces/%zz/", "/api/spaces/%c3%28/documents"]) {
    const { status } = await fetch(`${server.baseUrl}${path}`, { headers });
    expect({ path, status }).toEqual({ path, status: 404 });
  }
});

test("an invalid Host header is rejected on every route", async () => {
  const { port } = new URL(server.baseUrl);
  for (const path of ["/api/auth/get-session", "/.well-known/oauth-authorization-server", "/api/spaces", "/"])
    expect({ path, status: await statusWithHost(Number(port), path, "a b") }).toEqual({ path, status: 400 });
});

/** Sends a request by hand, because clients refuse to send such a header. */
async function statusWithHost(port: number, path: string, host: string): Promise<number> {
  const { promise, resolve } = Promise.withResolvers<string>();
  await Bun.connect({
    ...{ hostname: "127.0.0.1", port },
    socket: {
      open: (socket) =>
        void socket.write(`GET ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`),
      data: (_, data) => resolve(data.toString()),
      close: () => resolve(""),
    },
  });
  return Number(/^HTTP\/1\.1 (\d+)/.exec(await promise)?.[1]);
}
