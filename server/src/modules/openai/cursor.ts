import { expects, LIMITS, QueryInteger, Text } from "@quarry/schema";
import { type Static, Type } from "@sinclair/typebox";
import { type SQL, type SQLWrapper, sql } from "drizzle-orm";

/** The query parameters of a list with `limit` items at most. */
function cursorParameters(maximum: number, usual: number) {
  return {
    after: Type.Optional(Text({ maxLength: 200, description: "an id" })),
    before: Type.Optional(Text({ maxLength: 200, description: "an id" })),
    limit: QueryInteger({ minimum: 1, maximum, default: usual }),
    order: Type.Optional(Type.Union([Type.Literal("asc"), Type.Literal("desc")], expects("asc or desc"))),
  };
}

/** Query parameters of the lists of vector stores and of their files. */
export const CURSOR_PARAMETERS = cursorParameters(LIMITS.pageSizeMax, 20);
/** Query parameters of the list of files. */
export const FILE_CURSOR_PARAMETERS = cursorParameters(10_000, 10_000);

const CursorQuery = Type.Object(CURSOR_PARAMETERS);
type CursorQuery = Static<typeof CursorQuery>;

/** The part of a list that a caller wants. */
export interface Cursor {
  /** An id; the list starts behind it. */
  readonly after: string | undefined;
  /** An id; the list ends in front of it. Without `after`, the items directly in front of it are wanted. */
  readonly before: string | undefined;
  readonly limit: number;
  readonly order: "asc" | "desc";
}

/** Reads the cursor of a query string, in which the limit is text. */
export function readCursor({ after, before, limit, order }: CursorQuery, usualLimit = 20): Cursor {
  return { after, before, limit: Number(limit ?? usualLimit), order: order ?? "desc" };
}

/** The part of an id behind its prefix. It begins with the time, so ids with any prefix sort by age. */
const ageOf = (id: SQLWrapper) => sql`split_part(${id}, '_', 2)`;

/** True if the list is read from its end. */
const isBackward = ({ after, before }: Cursor) => before !== undefined && after === undefined;

/** Conditions and order of a page. The ids of a cursor need not exist: items may be deleted while a caller pages. */
export function pageOf(cursor: Cursor, id: SQLWrapper): { readonly where: SQL[]; readonly order: SQL } {
  const { after, before, order } = cursor;
  const key = ageOf(id);
  const isAscending = order === "asc";
  const behind = (name: string) => (isAscending ? sql`${key} > ${age(name)}` : sql`${key} < ${age(name)}`);
  const inFrontOf = (name: string) => (isAscending ? sql`${key} < ${age(name)}` : sql`${key} > ${age(name)}`);
  return {
    where: [
      ...(after === undefined ? [] : [behind(after)]),
      ...(before === undefined ? [] : [inFrontOf(before)]),
    ],
    order: isAscending !== isBackward(cursor) ? sql`${key} asc` : sql`${key} desc`,
  };
}

const age = (id: string) => id.slice(id.indexOf("_") + 1);

/** A page of a list in OpenAI's form. */
export interface CursorPage<Item> {
  readonly object: "list";
  readonly data: readonly Item[];
  readonly first_id: string | null;
  readonly last_id: string | null;
  readonly has_more: boolean;
}

/** How many rows to read for a page: one more shows whether there is another page. */
export const rowsFor = ({ limit }: Cursor) => limit + 1;

/** The rows of the page itself, in the order of the list, and whether there are more. */
export function cutPage<Row>(rows: readonly Row[], cursor: Cursor): { rows: Row[]; hasMore: boolean } {
  const page = rows.slice(0, cursor.limit);
  return { rows: isBackward(cursor) ? page.reverse() : page, hasMore: rows.length > cursor.limit };
}

/** Wraps the items of a page. */
export function toCursorPage<Item extends { readonly id: string }>(
  data: readonly Item[],
  hasMore: boolean,
): CursorPage<Item> {
  return {
    object: "list",
    data,
    first_id: data[0]?.id ?? null,
    last_id: data.at(-1)?.id ?? null,
    has_more: hasMore,
  };
}
