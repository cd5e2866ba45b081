import { randomBytes } from "node:crypto";
import type { CallOptions } from "./caller.ts";
import { call } from "./contract-server.ts";
import { expectStatus } from "./expecting.ts";
import { type Json, object, objects, string } from "./reading.ts";

/** A word unique to one test. */
export function uniqueWord(): string {
  return `w${randomBytes(6).toString("hex")}`;
}

export async function newSpace(fields: Json = {}): Promise<Json> {
  const reply = await call("POST", "/api/spaces", { body: { name: `Space ${uniqueWord()}`, ...fields } });
  expectStatus(reply, 201);
  return object(reply.json.space);
}

export async function newSpaceId(fields: Json = {}): Promise<string> {
  return string((await newSpace(fields)).id);
}

/** An unsupported file: 7-Zip, detected from its bytes regardless of its name. */
export const UNREADABLE = {
  content: Buffer.from([0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c, 0, 4, 0, 0, 0, 0]).toString("base64"),
  encoding: "base64",
} as const;

/** Upserts a document; it is queryable when this returns. */
export async function putDocument(
  spaceId: string,
  filename: string,
  content: string,
  metadata?: Json,
): Promise<Json> {
  const body = { spaceId, filename, content, ...(metadata === undefined ? {} : { metadata }) };
  const reply = await call("PUT", "/api/documents", { body });
  if (reply.status !== 200) expectStatus(reply, 201);
  return object(reply.json.document);
}

export async function getDocument(spaceId: string, id: string): Promise<Json> {
  const reply = await call("GET", `/api/spaces/${spaceId}/documents/${id}`);
  expectStatus(reply, 200);
  return object(reply.json.document);
}

/** Polls until the document is COMPLETED or FAILED. */
export async function processed(spaceId: string, id: string, limitMs = 15_000): Promise<Json> {
  const end = Date.now() + limitMs;
  for (;;) {
    const document = await getDocument(spaceId, id);
    if (document.status === "COMPLETED" || document.status === "FAILED") return document;
    if (Date.now() > end)
      throw new Error(`Document ${id} is still ${String(document.status)} after ${limitMs} ms`);
    await Bun.sleep(50);
  }
}

/** Runs a standard query that must succeed, and returns its body. */
export async function ask(body: Json, options: CallOptions = {}): Promise<{ body: Json; results: Json[] }> {
  const reply = await call("POST", "/api/query", { ...options, body });
  expectStatus(reply, 200);
  return { body: reply.json, results: objects(reply.json.results) };
}

export function filenames(results: Json[]): string[] {
  return results.map((item) => string(object(item.document).filename));
}

/** Creates a key and returns its value and record. */
export async function newKey(fields: Json): Promise<{ key: string; record: Json }> {
  const reply = await call("POST", "/api/api-keys", { body: { name: `key ${uniqueWord()}`, ...fields } });
  expectStatus(reply, 201);
  return { key: string(reply.json.key), record: object(reply.json.apiKey) };
}

/** Creates a webhook, by default for an address where nothing listens. */
export async function newWebhook(fields: Json): Promise<{ webhook: Json; secret: string }> {
  const body = { url: "http://127.0.0.1:1/", events: ["space.purged"], ...fields };
  const reply = await call("POST", "/api/webhooks", { body });
  expectStatus(reply, 201);
  return { webhook: object(reply.json.webhook), secret: string(reply.json.secret) };
}

/** A question of {@link putDocument}'s usual text, with the document that answers it. */
export const GOLDEN = [{ query: "some text", relevant: [{ filename: "a.txt" }] }];

/** Creates an evaluation. */
export async function newEvaluation(spaceId: string, fields: Json = {}): Promise<Json> {
  const body = { name: uniqueWord(), queries: GOLDEN, ...fields };
  const reply = await call("POST", `/api/spaces/${spaceId}/evaluations`, { body });
  expectStatus(reply, 201);
  return object(reply.json.evaluation);
}

export async function newEvaluationId(spaceId: string): Promise<string> {
  return string((await newEvaluation(spaceId)).id);
}

/** Runs an evaluation. */
export async function newRun(spaceId: string, evaluationId: string, body: Json = {}): Promise<Json> {
  const reply = await call("POST", `/api/spaces/${spaceId}/evaluations/${evaluationId}/runs`, { body });
  expectStatus(reply, 201);
  return object(reply.json.run);
}
