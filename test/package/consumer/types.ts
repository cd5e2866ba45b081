import type { Place, Quarry, QueryResult } from "@quarry/sdk";

// What the published types accept and say, which the types of the source do not all.

/** Optional fields take an explicit undefined, also with exactOptionalPropertyTypes. */
export const withUndefined: Parameters<Quarry["query"]>[0] = {
  ...{ query: "leave", spaceIds: "handbook", topK: undefined },
  ...{ filter: undefined, rerank: undefined },
};

/** With `search: true` there are results. */
export async function searched(quarry: Quarry): Promise<QueryResult[]> {
  return (await quarry.smartQuery({ query: "leave", search: true })).results;
}

/** Without, there may be none. */
export async function recommended(quarry: Quarry): Promise<QueryResult[] | undefined> {
  return (await quarry.smartQuery({ query: "leave" })).results;
}

/** A result of any call has one name and a typed place. */
export async function places(quarry: Quarry): Promise<Place[]> {
  const { answers } = await quarry.queryBatch<{ year: number }>({ queries: [withUndefined] });
  const results: QueryResult<{ year: number }>[] = answers.flatMap((answer) => answer.results);
  const { data, response, requestId } = await quarry.query(withUndefined).withResponse();
  const _status: [number, string | undefined] = [response.status, requestId];
  return [...results, ...data.results].map(({ place }) => place);
}
