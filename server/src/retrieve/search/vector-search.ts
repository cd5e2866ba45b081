import {
  type Embedder,
  type LexicalHit,
  QuarryError,
  type VectorHit,
  type VectorQuery,
  type VectorStore,
} from "@quarry/core";
import type { VectorLeg } from "@quarry/core/internal";
import type { EmbeddingModels } from "../../indexes/embeddings/embedding-models.ts";
import type { PluginHealth } from "../../platform/plugins/plugin-health.ts";
import { type Timings, timed } from "../../platform/timings.ts";
import type { QuestionVectors } from "./question-vectors.ts";
import { type SearchRequest, scopeOf } from "./search-request.ts";
import type { ScoreVectors } from "./stored-scores.ts";
import { createTrustedScores } from "./trusted-scores.ts";

/** A vector leg with the model of its vectors. */
export interface ModelLeg extends VectorLeg {
  readonly model: string;
}

/** The result of the vector search. */
export interface FoundVectors {
  /** One leg for each embedding model that answered. */
  readonly legs: readonly ModelLeg[];
  /** An `unavailable` error when some vectors in scope could not be compared. */
  readonly problem: QuarryError | undefined;
}

/** Compares a question with vectors, with every embedding model in use. */
export interface VectorSearch {
  /**
   * True while every model in use hashes words. Such a model finds nothing that the words would not find, so it is enough
   * to compare the question with the vectors of the lexical hits.
   */
  onlyHashesWords(): boolean;
  /** Finds the nearest vectors in scope. */
  nearest(request: SearchRequest): Promise<FoundVectors>;
  /** Compares with the vectors of the lexical hits, and finds the nearest vectors in the spaces without such a hit. */
  ofHits(request: SearchRequest, hits: readonly LexicalHit[]): Promise<FoundVectors>;
}

interface EmbeddedQuestion {
  readonly embedder: Embedder;
  /** The question's vector, or the reason why there is none. */
  readonly vector: Float32Array | QuarryError;
}

/**
 * Creates the search of the vector store.
 * @param storedScores Replaces the store's `scores` where it has none, and where the store is in the database.
 * @param health Of a store that may have lost vectors.
 */
export function createVectorSearch(deps: {
  readonly vectors: VectorStore;
  readonly storedScores: ScoreVectors;
  readonly health?: PluginHealth | undefined;
  readonly models: EmbeddingModels;
  readonly questions: QuestionVectors;
  /** True for a store in this process, which answers before a caller can leave. */
  readonly isInProcess: boolean;
}): VectorSearch {
  const { vectors, models, questions, storedScores, health, isInProcess } = deps;
  // What a store in the database would read for each question, `storedScores` keeps in memory.
  const ownScores = vectors.within ? undefined : vectors.scores?.bind(vectors);
  const scores: ScoreVectors =
    ownScores && health
      ? createTrustedScores({ scores: ownScores, storedScores, health })
      : (ownScores ?? storedScores);

  function query(asked: Asked, { filter, depth, signal }: SearchRequest): Promise<VectorHit[]> {
    const leaving = isInProcess ? undefined : signal?.();
    return vectors.query({
      ...{ ...asked, topK: depth },
      ...(filter ? { filter } : {}),
      ...(leaving ? { signal: leaving } : {}),
    });
  }

  async function embed(embedder: Embedder, question: string): Promise<EmbeddedQuestion> {
    try {
      return { embedder, vector: await questions.embed(embedder, question) };
    } catch (error) {
      if (!QuarryError.isInstance(error) || error.code !== "unavailable") throw error;
      return { embedder, vector: error };
    }
  }

  /** Embeds a question with every model in use; starts over when the models change while it does. */
  async function embedWithAll(question: string, timings: Timings | undefined): Promise<EmbeddedQuestion[]> {
    for (;;) {
      const { searching } = models.current();
      const embedded = await timed(timings, "embed", () =>
        Promise.all(searching.map((embedder) => embed(embedder, question))),
      );
      if (models.current().searching === searching) return embedded;
    }
  }

  /** Makes a leg for each model in use that can embed the question. */
  async function search(
    request: SearchRequest,
    find: (asked: Asked) => Promise<Pick<VectorLeg, "hits" | "isComplete">>,
  ): Promise<FoundVectors> {
    const { orgId, spaceIds, question, timings } = request;
    const unusable = await models.unusableIn(orgId, spaceIds);
    let problem = unusable.length > 0 ? lexicalOnly(unusable, models.current().writing) : undefined;
    const legs: ModelLeg[] = [];
    // Sequential, in the order in which documents move between models: a document that moves during the search is
    // then found with its new model.
    for (const { embedder, vector } of await embedWithAll(question, timings)) {
      if (QuarryError.isInstance(vector)) {
        problem = vector;
        continue;
      }
      const { model, family } = embedder;
      const asked = { scope: scopeOf(request), model, vector };
      legs.push({ ...(await timed(timings, "vectors", () => find(asked))), family, model });
    }
    return { legs, problem };
  }

  return {
    onlyHashesWords() {
      const { searching } = models.current();
      return searching.length > 0 && searching.every(({ family }) => family === "lexical");
    },

    nearest: (request) =>
      search(request, async (asked) => {
        const hits = await query(asked, request);
        return { hits, isComplete: hits.length < request.depth };
      }),

    ofHits(request, hits) {
      const { spaceIds, depth } = request;
      const answered = new Set(hits.map(({ spaceId }) => spaceId));
      // A space may be missing from hits that were cut off at the depth.
      const unanswered = hits.length < depth ? spaceIds.filter((id) => !answered.has(id)) : [];
      return search(request, async (asked) => {
        const found = await scores({ ...asked, ids: hits.map(({ id }) => id) });
        // In the order of the lexical hits, which fusion joins faster.
        const scored: VectorHit[] = [];
        for (const { id, spaceId, documentId } of hits) {
          const score = found.get(id);
          if (score !== undefined) scored.push({ id, spaceId, documentId, score });
        }
        if (unanswered.length > 0) {
          const scope = { ...asked.scope, spaceIds: unanswered };
          scored.push(...(await query({ ...asked, scope }, request)));
        }
        return { hits: scored, isComplete: true };
      });
    },
  };
}

/** What a search asks the vector store, with the question's vector of one model. */
type Asked = Pick<VectorQuery, "scope" | "model" | "vector">;

function lexicalOnly(models: readonly string[], next: string): QuarryError {
  return new QuarryError(
    "unavailable",
    `Documents embedded with ${models.join(" and ")} are found by their words alone until they are embedded with ${next}.`,
    { retryAfterMs: 10_000 },
  );
}
