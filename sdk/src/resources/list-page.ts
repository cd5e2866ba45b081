import type { PageOf } from "@quarry/schema";
import { type ApiPromise, convertData } from "../http/api-promise.ts";

/** One page of a list. Iterating it yields the items of this page and all following pages. */
export interface ListPage<Item> extends PageOf<Item>, AsyncIterable<Item> {
  /** True if there is another page. */
  hasNextPage(): boolean;
  /** Loads the next page; null if this is the last one. */
  nextPage(): Promise<ListPage<Item> | null>;
  /** Yields this page and all following pages. */
  iterPages(): AsyncGenerator<ListPage<Item>, void, undefined>;
}

/** The result of a list method: `await` it for one page, or iterate it with `for await` for all items. */
export interface ListPromise<Item> extends ApiPromise<ListPage<Item>>, AsyncIterable<Item> {
  /** Yields all pages: `for await (const page of quarry.spaces.list().iterPages())`. */
  iterPages(): AsyncGenerator<ListPage<Item>, void, undefined>;
}

/** Loads one page. Without a number, loads the page that the caller requested. */
export type LoadPage<Item> = (page?: number) => ApiPromise<PageOf<Item>>;

/**
 * Starts a list. Pages are numbered, without a cursor, so an item created or deleted during the iteration can move others
 * to a different page.
 */
export function startList<Item>(load: LoadPage<Item>): ListPromise<Item> {
  const first = convertData(load(), (body) => listPage(body, load));
  return Object.assign(first, {
    async *iterPages(): AsyncGenerator<ListPage<Item>, void, undefined> {
      yield* (await first).iterPages();
    },
    async *[Symbol.asyncIterator](): AsyncGenerator<Item, void, undefined> {
      yield* await first;
    },
  });
}

function listPage<Item>(body: PageOf<Item>, load: LoadPage<Item>): ListPage<Item> {
  const { page, totalPages } = body.pagination;
  const hasNextPage = (): boolean => page < totalPages && body.data.length > 0;
  const nextPage = async (): Promise<ListPage<Item> | null> =>
    hasNextPage() ? listPage(await load(page + 1), load) : null;
  async function* iterPages(): AsyncGenerator<ListPage<Item>, void, undefined> {
    for (let next: ListPage<Item> | null = shown; next !== null; next = await next.nextPage()) yield next;
  }
  async function* iterate(): AsyncGenerator<Item, void, undefined> {
    for await (const { data } of iterPages()) yield* data;
  }
  // Not enumerable, so that the page prints, compares and serializes as the plain response body.
  const shown = Object.defineProperties(body, {
    hasNextPage: { value: hasNextPage },
    nextPage: { value: nextPage },
    iterPages: { value: iterPages },
    [Symbol.asyncIterator]: { value: iterate },
  }) as ListPage<Item>;
  return shown;
}
