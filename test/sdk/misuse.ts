import type { Metadata } from "@quarry/schema";
import { type ListPage, NotFoundError, type Quarry, type QueryAnswer, RateLimitError } from "@quarry/sdk";

// Compiled but never run. Checks that misuse does not compile and that results have the expected types.

declare const quarry: Quarry;
const spaceId = "spc_1";

/** Compiles only if both types are identical. */
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : never;
const same = <A, B>(_isSo: Same<A, B>): void => undefined;

export async function names(): Promise<void> {
  // @ts-expect-error: a space requires a name.
  await quarry.spaces.create({});
  // @ts-expect-error: spaces are identified by id, not by an object.
  await quarry.spaces.get({ id: spaceId });
  // @ts-expect-error: the document's space is missing.
  await quarry.documents.get({ id: "doc_1" });
  // @ts-expect-error: unknown field.
  await quarry.spaces.create({ name: "a", colour: "red" });
  // @ts-expect-error: page is a number.
  await quarry.spaces.list({ page: "2" });
  // @ts-expect-error: unknown status.
  await quarry.spaces.list({ status: "deleted" });
}

export async function contents(stream: ReadableStream<Uint8Array>, blob: Blob): Promise<void> {
  // @ts-expect-error: the content is missing.
  await quarry.documents.upload({ spaceId, filename: "a.md" });
  // @ts-expect-error: content and file are mutually exclusive.
  await quarry.documents.upload({ spaceId, filename: "a.md", content: "text", file: "a.md" });
  // @ts-expect-error: text requires a filename.
  await quarry.documents.upload({ spaceId, content: "text" });
  // @ts-expect-error: a stream requires a filename.
  await quarry.documents.upload({ spaceId, file: stream });
  // @ts-expect-error: a Blob requires a filename; only a File has one.
  await quarry.documents.upload({ spaceId, file: blob });
  // @ts-expect-error: encoding applies to content, not to files.
  await quarry.documents.upsert({ spaceId, filename: "a", file: stream, encoding: "base64" });
  // @ts-expect-error: metadata is JSON, which has no Date.
  await quarry.documents.upsert({ spaceId, filename: "a", content: "b", metadata: { at: new Date() } });
  // @ts-expect-error: the options require a spaceId.
  await quarry.documents.upsertMany([{ filename: "a", content: "b" }], { concurrency: 2 });
  // @ts-expect-error: a document is not an iterable of documents.
  await quarry.documents.upsertMany({ filename: "a", content: "b" }, { spaceId });
  const document = await quarry.documents.upload({ spaceId, file: "a.md" });
  // @ts-expect-error: it is called timeoutMs.
  await document.waitUntilReady({ timeout: 1000 });
  // @ts-expect-error: only the record of an upload has waitUntilReady.
  await (await quarry.documents.get({ spaceId, id: "doc_1" })).document.waitUntilReady();
}

export async function questions(): Promise<void> {
  // @ts-expect-error: a query requires spaceIds; only smartQuery finds spaces.
  await quarry.query({ query: "why" });
  // @ts-expect-error: unknown mode.
  await quarry.query({ query: "why", spaceIds: spaceId, mode: "semantic" });
  // @ts-expect-error: metadata is an object.
  await quarry.query<string>({ query: "why", spaceIds: spaceId });
  interface Page {
    readonly language: "de" | "en";
  }
  const { results, groupedBySpace } = await quarry.query<Page>({ query: "why", spaceIds: spaceId });
  same<Page | undefined, (typeof results)[number]["document"]["metadata"] | undefined>(true);
  // @ts-expect-error: not a value of language.
  results.filter(({ document }) => document.metadata.language === "fr");
  // @ts-expect-error: groupedBySpace is optional.
  groupedBySpace.spc_1;
  const untyped = await quarry.query({ query: "why", spaceIds: spaceId });
  same<QueryAnswer<Metadata>, typeof untyped>(true);
  const smart = await quarry.smartQuery<Page>({ query: "why" });
  // @ts-expect-error: results are present only with `search: true`.
  smart.results[0];
}

export async function lists(): Promise<void> {
  const list = quarry.spaces.list();
  // @ts-expect-error: a list is a promise and an async iterable, not an array.
  list.map((space) => space);
  const page = await list;
  same<string, (typeof page.data)[number]["name"]>(true);
  // @ts-expect-error: the next page may be null.
  (await page.nextPage()).data;
  for await (const space of list) same<string, typeof space.id>(true);
  const documents: ListPage<{ filename: string }> = await quarry.documents.list({ spaceId });
  void documents;
}

export function errors(error: unknown): void {
  // @ts-expect-error: a caught error is unknown.
  error.status;
  if (NotFoundError.isInstance(error)) {
    same<404, typeof error.status>(true);
    // @ts-expect-error: only BadRequestError has details.
    error.details;
  }
  if (RateLimitError.isInstance(error)) same<number | undefined, typeof error.retryAfterMs>(true);
}

export async function options(): Promise<void> {
  // @ts-expect-error: it is called timeoutMs.
  await quarry.spaces.get(spaceId, { timeout: 1000 });
  // @ts-expect-error: the signal is required, not the controller.
  await quarry.spaces.get(spaceId, { signal: new AbortController() });
  // @ts-expect-error: only calls that send a file have onProgress.
  await quarry.spaces.get(spaceId, { onProgress: () => undefined });
  // @ts-expect-error: unknown event type.
  quarry.events.stream({ types: ["space.exploded"] });
  // @ts-expect-error: unknown permission.
  await quarry.apiKeys.create({ name: "a", permissions: ["everything"] });
}
