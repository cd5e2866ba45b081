import type { PageOf } from "@quarry/schema";

/** One page of a list, as the server answered it, and a way to the items of this page and all that follow. */
export interface ListPage<Item> extends PageOf<Item>, AsyncIterable<Item> {
  /** The page after this one; null when this is the last. */
  nextPage(): Promise<ListPage<Item> | null>;
}

/** What a list method answers: `await` it for one page, or walk it with `for await` for every item. */
export type ListPromise<Item> = Promise<ListPage<Item>> & AsyncIterable<Item>;

/** Fetches one page; without a number, the one the caller asked for. */
export type LoadPage<Item> = (page?: number) => Promise<PageOf<Item>>;

/**
 * Starts a list. Pages are counted, not held by a cursor: what is created or deleted during a walk can shift items
 * from one page to another.
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
  async function* walk(): AsyncGenerator<Item, void, undefined> {
    yield* body.data;
    for (let next = await nextPage(); next !== null; next = await next.nextPage()) yield* next.data;
  }
  // Not enumerable, so that the page prints and compares as the body that it is.
  return Object.defineProperties(body, {
    nextPage: { value: nextPage },
    [Symbol.asyncIterator]: { value: walk },
  }) as ListPage<Item>;
}
