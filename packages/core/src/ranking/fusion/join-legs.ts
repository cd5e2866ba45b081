import type { Embedder } from "../../ports/embedder.ts";
import type { LexicalHit } from "../../ports/lexical-index.ts";
import type { VectorHit } from "../../ports/vector-store.ts";
import type { Legs, VectorLeg } from "./legs.ts";

/** A chunk with the scores of both legs, null where a leg did not find it. */
export interface JoinedHit {
  readonly id: string;
  readonly spaceId: string;
  readonly documentId: string;
  readonly words: number | null;
  readonly cosine: number | null;
  /** The family of the model that gave the cosine. */
  readonly family: Embedder["family"] | undefined;
}

/** Joins the hits of all legs by id, in no order. If several vector legs contain a chunk, the last one counts. */
export function joinLegs({ lexical = [], vectors }: Pick<Legs, "lexical" | "vectors">): Iterable<JoinedHit> {
  const [only, ...others] = vectors;
  return (others.length === 0 && joinInOrder(lexical, only)) || joinById(lexical, vectors);
}

/**
 * Joins a vector leg that scores hits of the lexical leg, in their order, without a map: this takes a third of the time.
 * Returns undefined for any other leg.
 */
function joinInOrder(lexical: readonly LexicalHit[], leg: VectorLeg | undefined): JoinedHit[] | undefined {
  const { hits = [], family } = leg ?? {};
  const joined: JoinedHit[] = [];
  let next = 0;
  for (const hit of lexical) {
    const scored = hits[next];
    const isScored = scored?.id === hit.id;
    if (isScored) next += 1;
    joined.push(join(hit, hit.score, isScored ? scored.score : null, isScored ? family : undefined));
  }
  return next === hits.length ? joined : undefined;
}

function joinById(lexical: readonly LexicalHit[], vectors: readonly VectorLeg[]): Iterable<JoinedHit> {
  const found = new Map<string, JoinedHit>();
  for (const hit of lexical) found.set(hit.id, join(hit, hit.score, null, undefined));
  for (const { hits, family } of vectors)
    for (const hit of hits) found.set(hit.id, join(hit, found.get(hit.id)?.words ?? null, hit.score, family));
  return found.values();
}

function join(
  { id, spaceId, documentId }: LexicalHit | VectorHit,
  words: number | null,
  cosine: number | null,
  family: Embedder["family"] | undefined,
): JoinedHit {
  return { id, spaceId, documentId, words, cosine, family };
}
