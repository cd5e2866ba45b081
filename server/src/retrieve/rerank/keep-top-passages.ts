import type { Hydrated, Passage, Selection } from "../hydrate/hydrate.ts";

/** Keeps the first `topK` passages with at most `maxPerDocument` of each document, and adds to the removed counts. */
export function keepTopPassages(
  passages: readonly Passage[],
  removed: Hydrated["removed"],
  { topK, maxPerDocument }: Pick<Selection, "topK" | "maxPerDocument">,
): Pick<Hydrated, "passages" | "removed"> {
  const perDocument = new Map<string, number>();
  const kept: Passage[] = [];
  let { byMaxPerDocument } = removed;
  for (const passage of passages) {
    if (kept.length >= topK) break;
    const count = (perDocument.get(passage.hit.documentId) ?? 0) + 1;
    perDocument.set(passage.hit.documentId, count);
    if (count <= maxPerDocument) kept.push(passage);
    else byMaxPerDocument += 1;
  }
  return { passages: kept, removed: { ...removed, byMaxPerDocument } };
}
