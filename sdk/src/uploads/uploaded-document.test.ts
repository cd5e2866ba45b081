import { expect, test } from "bun:test";
import { rejection } from "../../../test/support/failure.ts";
import { DocumentFailedError, TimeoutError } from "../errors/errors.ts";
import { fakeServer, json } from "../fake-server.ts";

const upload = { spaceId: "slug", filename: "a.md", content: "text" };

/** A server that returns the first status for the upload and the next ones for each poll; the last one repeats. */
function processing(...statuses: string[]) {
  return fakeServer((request, index) => {
    const status = statuses[Math.min(index, statuses.length - 1)];
    const record = {
      id: "doc_1",
      spaceId: "spc_1",
      status,
      errorMessage: status === "FAILED" ? "No text." : null,
    };
    return request.method === "POST" ? json(record, 201) : json({ document: record });
  });
}

test("returns the record unchanged", async () => {
  const { quarry, seen } = processing("PROCESSING");
  const document = await quarry.documents.upload(upload);
  expect(Object.keys(document)).toEqual(["id", "spaceId", "status", "errorMessage"]);
  expect(seen[0]?.url.pathname).toBe("/api/spaces/slug/documents");
  expect(seen[0]?.body).toEqual({ filename: "a.md", content: "text" });
});

test("waits until the document is ready", async () => {
  const { quarry, seen } = processing("PROCESSING", "PENDING", "PROCESSING", "COMPLETED");
  const document = await quarry.documents.upload(upload);
  const ready = await document.waitUntilReady({ intervalMs: 1 });
  expect(ready.status).toBe("COMPLETED");
  expect(seen.slice(1).map(({ url }) => url.pathname)).toEqual(
    Array(3).fill("/api/spaces/slug/documents/doc_1"),
  );
});

test("reports progress while it waits", async () => {
  const { quarry } = processing("PROCESSING", "PENDING", "PROCESSING", "COMPLETED");
  const document = await quarry.documents.upload(upload);
  const seen: string[] = [];
  await document.waitUntilReady({ intervalMs: 1, onProgress: ({ status }) => void seen.push(status) });
  expect(seen).toEqual(["PENDING", "PROCESSING", "COMPLETED"]);
});

test("does not poll if the upload is already complete", async () => {
  const { quarry, seen } = processing("COMPLETED");
  await (await quarry.documents.upload(upload)).waitUntilReady();
  expect(seen).toHaveLength(1);
});

test("rejects with the reason if processing fails", async () => {
  const { quarry } = processing("PROCESSING", "FAILED");
  const document = await quarry.documents.upload(upload);
  const problem = await rejection(document.waitUntilReady({ intervalMs: 1 }));
  expect(DocumentFailedError.isInstance(problem)).toBe(true);
  expect(problem).toMatchObject({ code: "document_failed", message: "Document doc_1 failed: No text." });
});

test("times out, also if the server hangs or rate-limits", async () => {
  const stuck = processing("PROCESSING");
  const hanging = fakeServer((request) =>
    request.method === "POST" ? json({ id: "doc_1", status: "PROCESSING" }) : new Promise<Response>(() => {}),
  );
  const limited = fakeServer((request) =>
    request.method === "POST"
      ? json({ id: "doc_1", status: "PROCESSING" })
      : json({ message: "Slow down." }, 429, { "retry-after": "30" }),
  );
  for (const { quarry } of [stuck, hanging, limited]) {
    const document = await quarry.documents.upload(upload);
    const start = performance.now();
    const problem = await rejection(document.waitUntilReady({ timeoutMs: 60, intervalMs: 5 }));
    expect(TimeoutError.isInstance(problem)).toBe(true);
    expect((problem as Error).message).toBe("Document doc_1 is still PROCESSING after 60 ms.");
    expect(performance.now() - start).toBeLessThan(10_000);
  }
});

test("stops waiting if the caller aborts", async () => {
  const { quarry } = processing("PROCESSING");
  const document = await quarry.documents.upload(upload);
  const reason = new Error("enough");
  const waiting = document.waitUntilReady({ signal: AbortSignal.timeout(20) });
  expect(await rejection(waiting)).toHaveProperty("name", "TimeoutError");
  expect(await rejection(document.waitUntilReady({ signal: AbortSignal.abort(reason) }))).toBe(reason);
});
