import type { Tenant } from "../overload/stage.ts";

/** One call of the mix. */
export interface Call {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly body?: string;
  /** Statuses that are right. */
  readonly statuses: readonly number[];
  /** Receives the answer's body. */
  readonly read?: (body: unknown) => void;
}

/** Documents that are written again and again, so that the amount of data stays the same. */
const NAMES = 400;

/** What callers do: mostly questions, and documents that are written, read, listed and deleted. */
export function* mixOf(tenant: Tenant, random: () => number): Generator<Call> {
  const { spaceId, bodies } = tenant;
  const pick = (count: number) => Math.floor(random() * count);
  const ids = new Map<string, string>();
  const nameOf = () => `soak-${pick(NAMES)}.md`;
  /** Every text is another, of words that repeat: analyses of 131,072 words are kept, so new ones would fill memory for hours. */
  const textOf = () => `${JSON.parse(bodies[pick(bodies.length)] ?? "{}").query} ${pick(1000)} ${pick(1000)}`;
  const byFilename = (name: string) =>
    `/api/documents/by-filename?${new URLSearchParams({ spaceId, filename: name })}`;
  for (;;) {
    const share = random();
    if (share < 0.8) {
      const body = JSON.parse(bodies[pick(bodies.length)] ?? "{}");
      const mode = ["hybrid", "hybrid", "lexical", "vector"][pick(4)];
      yield { ...QUESTION, body: JSON.stringify({ ...body, mode }) };
    } else if (share < 0.9) {
      const filename = nameOf();
      const read = (body: unknown) => void ids.set(filename, (body as Written).document.id);
      yield { ...WRITE, body: JSON.stringify({ spaceId, filename, content: textOf() }), read };
    } else if (share < 0.94) yield { ...READ, path: byFilename(nameOf()) };
    else if (share < 0.97) yield { ...LIST, path: `/api/spaces/${spaceId}/documents?page=${1 + pick(5)}` };
    else if (share < 0.99) {
      const id = ids.get(nameOf());
      if (id !== undefined) yield { ...DELETE, path: `/api/documents/${id}?spaceId=${spaceId}` };
    } else yield { ...RECOMMENDATION, body: JSON.stringify({ query: textOf() }) };
  }
}

interface Written {
  readonly document: { readonly id: string };
}

const QUESTION = { name: "question", method: "POST", path: "/api/query", statuses: [200] };
const WRITE = { name: "write", method: "PUT", path: "/api/documents", statuses: [200, 201] };
// A document may have been deleted.
const READ = { name: "read", method: "GET", statuses: [200, 404] };
const LIST = { name: "list", method: "GET", statuses: [200] };
const DELETE = { name: "delete", method: "DELETE", statuses: [200, 404] };
const RECOMMENDATION = { name: "recommendation", method: "POST", path: "/api/query/smart", statuses: [200] };
