import type { Metadata } from "@quarry/schema";
import { type ListPage, NotFoundError, type Quarry, type QueryAnswer, RateLimitError } from "@quarry/sdk";

// Compiled, never run: what is used wrongly does not compile, and what comes back has the types that it should have.

declare const quarry: Quarry;
const spaceId = "spc_1";

/** Succeeds to compile only when both types are the same. */
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : never;
const same = <A, B>(_isSo: Same<A, B>): void => undefined;

export async function names(): Promise<void> {
  // @ts-expect-error: a space needs a name.
  await quarry.spaces.create({});
  // @ts-expect-error: spaces are named by id, not by an object.
  await quarry.spaces.get({ id: spaceId });
  // @ts-expect-error: a document is named together with its space.
  await quarry.documents.get({ id: "doc_1" });
  // @ts-expect-error: no such field.
  await quarry.spaces.create({ name: "a", colour: "red" });
  // @ts-expect-error: a list counts pages with numbers.
  await quarry.spaces.list({ page: "2" });
  // @ts-expect-error: no such status.
  await quarry.spaces.list({ status: "deleted" });
}

export async function contents(stream: ReadableStream<Uint8Array>, blob: Blob): Promise<void> {
  // @ts-expect-error: a document has some content.
  await quarry.documents.upload({ spaceId, filename: "a.md" });
  // @ts-expect-error: either a text or a file.
  await quarry.documents.upload({ spaceId, filename: "a.md", content: "text", file: "a.md" });
  // @ts-expect-error: a text has no name of its own.
  await quarry.documents.upload({ spaceId, content: "text" });
  // @ts-expect-error: a stream has no name of its own.
  await quarry.documents.upload({ spaceId, file: stream });
  // @ts-expect-error: a Blob has no name of its own, a File has.
  await quarry.documents.upload({ spaceId, file: blob });
  // @ts-expect-error: base64 is a way of writing content; a file is sent as it is.
  await quarry.documents.upsert({ spaceId, filename: "a", file: stream, encoding: "base64" });
  // @ts-expect-error: metadata is JSON, which has no dates.
  await quarry.documents.upsert({ spaceId, filename: "a", content: "b", metadata: { at: new Date() } });
  // @ts-expect-error: all documents go into one space, which is named in the options.
  await quarry.documents.upsertMany([{ filename: "a", content: "b" }], { concurrency: 2 });
  // @ts-expect-error: one document is no list of documents.
  await quarry.documents.upsertMany({ filename: "a", content: "b" }, { spaceId });
  const document = await quarry.documents.upload({ spaceId, file: "a.md" });
  // @ts-expect-error: it is called timeoutMs.
  await document.waitUntilReady({ timeout: 1000 });
  // @ts-expect-error: get answers a record, which does not wait; upload does.
  await (await quarry.documents.get({ spaceId, id: "doc_1" })).document.waitUntilReady();
}

export async function questions(): Promise<void> {
  // @ts-expect-error: a query names its spaces; smartQuery finds them.
  await quarry.query({ query: "why" });
  // @ts-expect-error: no such mode.
  await quarry.query({ query: "why", spaceIds: spaceId, mode: "semantic" });
  // @ts-expect-error: metadata is an object.
  await quarry.query<string>({ query: "why", spaceIds: spaceId });
  interface Page {
    readonly language: "de" | "en";
  }
  const { results, groupedBySpace } = await quarry.query<Page>({ query: "why", spaceIds: spaceId });
  same<Page | undefined, (typeof results)[number]["document"]["metadata"] | undefined>(true);
  // @ts-expect-error: the metadata has no such language.
  results.filter(({ document }) => document.metadata.language === "fr");
  // @ts-expect-error: groups are there only where they were asked for.
  groupedBySpace.spc_1;
  const untyped = await quarry.query({ query: "why", spaceIds: spaceId });
  same<QueryAnswer<Metadata>, typeof untyped>(true);
  const smart = await quarry.smartQuery<Page>({ query: "why" });
  // @ts-expect-error: results are there only with `search: true`.
  smart.results[0];
}

export async function lists(): Promise<void> {
  const list = quarry.spaces.list();
  // @ts-expect-error: a list is awaited for a page, or walked; it is no array.
  list.map((space) => space);
  const page = await list;
  same<string, (typeof page.data)[number]["name"]>(true);
  // @ts-expect-error: there may be no next page.
  (await page.nextPage()).data;
  for await (const space of list) same<string, typeof space.id>(true);
  const documents: ListPage<{ filename: string }> = await quarry.documents.list({ spaceId });
  void documents;
}

export function errors(error: unknown): void {
  // @ts-expect-error: anything may be thrown.
  error.status;
  if (NotFoundError.isInstance(error)) {
    same<404, typeof error.status>(true);
    // @ts-expect-error: only a 400 says which fields are wrong.
    error.details;
  }
  if (RateLimitError.isInstance(error)) same<number | undefined, typeof error.retryAfterMs>(true);
}

export async function options(): Promise<void> {
  // @ts-expect-error: it is called timeoutMs.
  await quarry.spaces.get(spaceId, { timeout: 1000 });
  // @ts-expect-error: a signal, not its controller.
  await quarry.spaces.get(spaceId, { signal: new AbortController() });
  // @ts-expect-error: only what sends a file tells of progress.
  await quarry.spaces.get(spaceId, { onProgress: () => undefined });
  // @ts-expect-error: no such event.
  quarry.events.stream({ types: ["space.exploded"] });
  // @ts-expect-error: no such permission.
  await quarry.apiKeys.create({ name: "a", permissions: ["everything"] });
}
