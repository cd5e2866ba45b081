import { expect, test } from "bun:test";
import { rejection } from "../../../test/support/failure.ts";
import { fakeServer, json, refusal, type SeenRequest } from "../fake-server.ts";

type Sent = { spaceId: string; documents: { filename: string; content: string }[] };

const answerBatch = ({ body }: SeenRequest) =>
  json({
    results: (body as Sent).documents.map(({ filename, content }) =>
      content === "bad"
        ? { filename, error: "Bad Request", message: "Bad." }
        : { filename, created: true, document: { filename } },
    ),
  });

const isBatch = ({ url }: SeenRequest) => url.pathname.endsWith("/batch");
const long = "x".repeat(60_000);

test("returns one result per document, in input order, for batched and single documents", async () => {
  const { quarry, seen } = fakeServer((request) => {
    if (isBatch(request)) return answerBatch(request);
    const { filename } = request.body as { filename: string };
    return filename === "12" ? refusal(413) : json({ created: true, document: { filename } });
  });
  async function* documents() {
    for (let at = 0; at < 130; at += 1)
      yield { filename: String(at), content: at % 6 === 0 ? long : at === 7 ? "bad" : "text" };
  }
  const reported: { done: number; failed: number }[] = [];
  const onProgress = (progress: { done: number; failed: number }) => void reported.push(progress);
  const results = await quarry.documents.upsertMany(documents(), { spaceId: "s", onProgress });
  expect(results.map(({ filename }) => filename)).toEqual(Array.from({ length: 130 }, (_, at) => String(at)));
  expect(results.flatMap((result, at) => ("error" in result ? [[at, result.error]] : []))).toEqual([
    [7, "Bad Request"],
    [12, "Payload Too Large"],
  ]);
  expect(reported.at(-1)).toEqual({ done: 128, failed: 2 });
  expect(seen.filter(isBatch).map(({ body }) => (body as Sent).documents.length)).toEqual([50, 50, 8]);
});

test("limits concurrent calls and reads the input only as they complete", async () => {
  let [active, mostActive, read] = [0, 0, 0];
  const { quarry } = fakeServer(async () => {
    active += 1;
    mostActive = Math.max(mostActive, active);
    expect(read).toBeLessThanOrEqual(answered + 4);
    await Bun.sleep(1);
    active -= 1;
    answered += 1;
    return json({ created: true, document: {} });
  });
  let answered = 0;
  function* documents() {
    for (; read < 30; ) yield { filename: String(read++), content: long };
  }
  const results = await quarry.documents.upsertMany(documents(), { spaceId: "s", concurrency: 3 });
  expect(results).toHaveLength(30);
  expect(mostActive).toBe(3);
});

test("stores the last of several documents with the same filename", async () => {
  const { quarry, seen } = fakeServer(answerBatch);
  const documents = ["a", "b", "a"].map((filename, at) => ({ filename, content: String(at) }));
  await quarry.documents.upsertMany(documents, { spaceId: "s" });
  expect(seen.map(({ body }) => (body as Sent).documents.map(({ content }) => content))).toEqual([
    ["0", "1"],
    ["2"],
  ]);
});

test("stops on errors that concern all documents, and if the caller aborts", async () => {
  const documents = Array.from({ length: 500 }, (_, at) => ({ filename: String(at), content: "text" }));
  const none = fakeServer(() => refusal(404));
  const problem = await rejection(none.quarry.documents.upsertMany(documents, { spaceId: "s" }));
  expect(problem).toHaveProperty("status", 404);
  expect(none.seen.length).toBeLessThan(10);
  const controller = new AbortController();
  const reason = new Error("enough");
  const aborted = fakeServer((request, index) => {
    if (index === 1) controller.abort(reason);
    return answerBatch(request);
  });
  const options = { spaceId: "s", concurrency: 1, signal: controller.signal };
  expect(await rejection(aborted.quarry.documents.upsertMany(documents, options))).toBe(reason);
  expect(aborted.seen.length).toBeLessThan(4);
});

test("reports an unreadable file without failing the other documents", async () => {
  const { quarry } = fakeServer((request) =>
    isBatch(request) ? answerBatch(request) : json({ created: true, document: {} }),
  );
  const documents = [
    { file: "/there/is/no/such.pdf" },
    { filename: "a.md", content: "text" },
    { file: "/" },
    { file: new File(["text"], "b.md") },
  ];
  const results = await quarry.documents.upsertMany(documents, { spaceId: "s" });
  expect(results).toMatchObject([
    { filename: "such.pdf", error: "Unreadable File", message: expect.stringContaining("ENOENT") },
    { filename: "a.md", created: true },
    { error: "Unreadable File", message: expect.stringContaining("is a folder") },
    { filename: "b.md", created: true },
  ]);
});
