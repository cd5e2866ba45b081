import type { PageOf } from "@quarry/schema";

/** One page of a list. Iterating it yields the items of this page and all following pages. */
export interface ListPage<Item> extends PageOf<Item>, AsyncIterable<Item> {
  /** Loads the next page; null if this is the last one. */
  nextPage(): Promise<ListPage<Item> | null>;
}

/** The result of a list method: `await` it for one page, or iterate it with `for await` for all items. */
export type ListPromise<Item> = Promise<ListPage<Item>> & AsyncIterable<Item>;

/** Loads one page. Without a number, loads the page that the caller requested. */
export type LoadPage<Item> = (page?: number) => Promise<PageOf<Item>>;

/**
 * Starts a list. Pages are numbered, without a cursor, so an item created or deleted during the iteration can move others
 * to a different page.
 */
export function startList<Item>(load: LoadPage<Item>): ListPromise<Item> {
  const first = load().then((body) => listPage(body, load));
  return Object.assign(first, {
    async *[Symbol.asyncIterator](): AsyncGenerator<Item, void, undefined> {
      yield* await first;
    },
  });
}

function listPage<Item>(body: PageOf<Item>, load: LoadPage<Item>): ListPage<Item> {
  const { page, totalPages } = body.pagination;
  const nextPage = async (): Promise<ListPage<Item> | null> =>
    page < totalPages && body.data.length > 0 ? listPage(await load(page + 1), load) : null;
  async function* iterate(): AsyncGenerator<Item, void, undefined> {
    yield* body.data;
    for (let next = await nextPage(); next !== null; next = await next.nextPage()) yield* next.data;
  }
  // Not enumerable, so that the page prints, compares and serializes as the plain response body.
  return Object.defineProperties(body, {
    nextPage: { value: nextPage },
    [Symbol.asyncIterator]: { value: iterate },
  }) as ListPage<Item>;
}
