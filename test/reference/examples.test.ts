import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { Quarry } from "@quarry/sdk";
import { type Json, object, objects, string } from "../contract/reading.ts";
import { type RunningServer, startServer } from "../support/running-server.ts";
import { startReceiver, type WebhookReceiver } from "../support/webhook-receiver.ts";
import {
  contentOf,
  type DescribedOperation,
  operationsOf,
  parametersOf,
  successOf,
} from "./api-description.ts";
import { createFixture, type Fixture } from "./fixture.ts";
import { exampleProblems, schemaProblems } from "./schema-problems.ts";

/** Runs every example request of the reference against a server, and compares the answers with their schemas. */
let server: RunningServer;
let receiver: WebhookReceiver;
let fixture: Fixture;
let api: Json;
let operations: DescribedOperation[];

beforeAll(async () => {
  receiver = startReceiver();
  server = await startServer({ env: { QUARRY_WEBHOOK_ALLOW_PRIVATE: "true" } });
  const quarry = new Quarry({ apiKey: server.rootKey, baseUrl: server.baseUrl, maxRetries: 0 });
  fixture = await createFixture(quarry, receiver.url);
  api = object(await (await fetch(`${server.baseUrl}/api/openapi.json`, withKey())).json());
  operations = operationsOf(api);
}, 120_000);
afterAll(async () => {
  await server.stop();
  receiver.stop();
});

const withKey = () => ({ headers: { authorization: `Bearer ${server.rootKey}` } });

/** Replaces the ids of an example by the server's. */
function filled(text: string, ids: ReadonlyMap<string, string>): string {
  return [...ids].reduce((changed, [example, real]) => changed.replaceAll(example, real), text);
}

/** The example request of an operation. */
async function requestOf(described: DescribedOperation, ids: ReadonlyMap<string, string>): Promise<Request> {
  const { id, method, path, operation } = described;
  const url = new URL(path, server.baseUrl);
  const headers = new Headers(withKey().headers);
  let pathname = path;
  for (const { name, in: place, example } of parametersOf(described)) {
    if (example === undefined) continue;
    if (place === "path") pathname = pathname.replace(`{${name}}`, encodeURIComponent(String(example)));
    else if (place === "query") url.searchParams.set(name, String(example));
  }
  url.pathname = filled(pathname, ids);
  const json = contentOf(operation.requestBody).find(([type]) => type === "application/json");
  if (json) headers.set("content-type", "application/json");
  const body = json
    ? filled(JSON.stringify(json[1].example), ids)
    : id === "importSpace"
      ? await exported()
      : undefined;
  return new Request(url.href, { method, headers, ...(body === undefined ? {} : { body }) });
}

/** An archive, which is the body of one operation. */
async function exported(): Promise<ArrayBuffer> {
  return (await fetch(`${server.baseUrl}/api/spaces/handbook/export?gzip=true`, withKey())).arrayBuffer();
}

/** The body of a response; of a stream the first event. */
async function bodyOf(response: Response): Promise<{ type: string; text: string }> {
  const type = response.headers.get("content-type")?.replace(/;.*/, "") ?? "";
  if (type !== "text/event-stream") return { type, text: await response.text() };
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  while (!/^data: .*\n/m.test(text)) text += (await reader?.read())?.value ?? "";
  await reader?.cancel();
  return { type, text: /^data: (.*)$/m.exec(text)?.[1] ?? "" };
}

/** Stores a document, so that the stream has an event to send. */
const causeEvent = async () => {
  const body = JSON.stringify({
    spaceId: "handbook",
    filename: `${crypto.randomUUID()}.md`,
    content: "Event",
  });
  await fetch(`${server.baseUrl}/api/documents`, {
    ...{ method: "PUT", body },
    headers: { ...withKey().headers, "content-type": "application/json" },
  });
};

async function problemsOf(described: DescribedOperation): Promise<string[]> {
  const { id } = described;
  const request = await requestOf(described, await fixture.prepare(id));
  const { status, content } = successOf(described);
  const response = await fetch(request);
  if (id === "streamEvents") await causeEvent();
  const { type, text } = await bodyOf(response);
  if (response.status !== status)
    return [`${id}: ${response.status} instead of ${status}: ${text.slice(0, 300)}`];
  const [, media] = content.find(([documented]) => documented === type) ?? content[0] ?? [];
  const schema = object(media?.schema ?? {});
  if (schema.format === "binary") return text === "" ? [`${id}: an empty file`] : [];
  const value: unknown = /json|event-stream/.test(type) ? JSON.parse(text) : text;
  return [...schemaProblems(api, schema, value, id), ...exampleProblems(media?.example, value, id)];
}

describe("every example of the reference", () => {
  test("works as pasted, and its answer has the shape that the reference describes", async () => {
    const problems: string[] = [];
    for (const described of operations) problems.push(...(await problemsOf(described)));
    expect(operations.length).toBeGreaterThan(50);
    expect(problems).toEqual([]);
  }, 180_000);

  test("works over MCP", async () => {
    const samples = operations.flatMap(({ id, operation }) =>
      objects(operation["x-codeSamples"])
        .filter(({ label }) => label === "MCP")
        .map(({ source }) => ({ id, source: string(source) })),
    );
    expect(samples.length).toBeGreaterThan(10);
    for (const { id, source } of samples) {
      const ids = await fixture.prepare(id);
      const response = await fetch(`${server.baseUrl}/mcp`, {
        ...{ method: "POST", body: filled(source, ids) },
        headers: {
          ...{ ...withKey().headers, "content-type": "application/json" },
          accept: "application/json, text/event-stream",
        },
      });
      const { result } = object(await response.json());
      expect([id, object(result).isError ?? false, JSON.stringify(result).slice(0, 200)]).toEqual([
        ...[id, false],
        expect.any(String),
      ]);
    }
  }, 120_000);
});
