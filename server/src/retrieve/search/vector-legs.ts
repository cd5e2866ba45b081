import { type Embedder, QuarryError, type VectorStore } from "@quarry/core";
import type { VectorLeg } from "@quarry/core/internal";
import type { EmbeddingModels } from "../../indexes/embeddings/embedding-models.ts";
import type { QuestionVectors } from "./question-vectors.ts";
import type { Search } from "./search-request.ts";

/** A leg that knows its model. */
export interface ModelLeg extends VectorLeg {
  readonly model: string;
}

/** What the vectors say: a leg for each model that answered, and why others did not. */
export interface VectorLegs {
  readonly legs: readonly ModelLeg[];
  /** `unavailable`; undefined when all that the scope holds was compared. */
  readonly problem: QuarryError | undefined;
}

/** Compares a question with the vectors of a scope, of whatever models they are. */
export type SearchVectors = (search: Search) => Promise<VectorLegs>;

interface Asked {
  readonly embedder: Embedder;
  /** The question's vector, or why there is none. */
  readonly vector: Float32Array | QuarryError;
}

/** Creates the search of the vector store. */
export function createVectorSearch(deps: {
  readonly vectors: VectorStore;
  readonly models: EmbeddingModels;
  readonly questions: QuestionVectors;
}): SearchVectors {
  const { vectors, models, questions } = deps;

  async function embed(embedder: Embedder, question: string): Promise<Asked> {
    try {
      return { embedder, vector: await questions.embed(embedder, question) };
    } catch (error) {
      if (!QuarryError.isInstance(error) || error.code !== "unavailable") throw error;
      return { embedder, vector: error };
    }
  }

  /** Embeds a question with every model, also with one that has come into use in the meantime. */
  async function askAll(question: string): Promise<Asked[]> {
    for (;;) {
      const { searching } = models.current();
      const asked = await Promise.all(searching.map((embedder) => embed(embedder, question)));
      if (models.current().searching === searching) return asked;
    }
  }

  return async ({ orgId, spaceIds, question, filter, depth }) => {
    const unusable = await models.unusableIn(orgId, spaceIds);
    let problem = unusable.length > 0 ? foundByWords(unusable, models.current().writing) : undefined;
    const legs: ModelLeg[] = [];
    // One after the other, in the order in which documents change their model: so none is missed on its way.
    for (const { embedder, vector } of await askAll(question)) {
      if (QuarryError.isInstance(vector)) {
        problem = vector;
        continue;
      }
      const { model, family } = embedder;
      const scope = { orgId, spaceIds };
      const hits = await vectors.query({ scope, model, vector, topK: depth, ...(filter ? { filter } : {}) });
      legs.push({ hits, isComplete: hits.length < depth, family, model });
    }
    return { legs, problem };
  };
}

function foundByWords(models: readonly string[], next: string): QuarryError {
  return new QuarryError(
    "unavailable",
    `Documents embedded with ${models.join(" and ")} are found by their words alone until they are embedded with ${next}.`,
    { retryAfterMs: 10_000 },
  );
}
