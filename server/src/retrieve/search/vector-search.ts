import { type Embedder, QuarryError, type VectorStore } from "@quarry/core";
import type { VectorLeg } from "@quarry/core/internal";
import type { EmbeddingModels } from "../../indexes/embeddings/embedding-models.ts";
import type { QuestionVectors } from "./question-vectors.ts";
import type { SearchRequest } from "./search-request.ts";

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

/** Compares a question with the vectors in scope, with every embedding model in use. */
export type SearchVectors = (request: SearchRequest) => Promise<FoundVectors>;

interface EmbeddedQuestion {
  readonly embedder: Embedder;
  /** The question's vector, or the reason why there is none. */
  readonly vector: Float32Array | QuarryError;
}

/** Creates the search of the vector store. */
export function createVectorSearch(deps: {
  readonly vectors: VectorStore;
  readonly models: EmbeddingModels;
  readonly questions: QuestionVectors;
}): SearchVectors {
  const { vectors, models, questions } = deps;

  async function embed(embedder: Embedder, question: string): Promise<EmbeddedQuestion> {
    try {
      return { embedder, vector: await questions.embed(embedder, question) };
    } catch (error) {
      if (!QuarryError.isInstance(error) || error.code !== "unavailable") throw error;
      return { embedder, vector: error };
    }
  }

  /** Embeds a question with every model in use; starts over when the models change while it does. */
  async function embedWithAll(question: string): Promise<EmbeddedQuestion[]> {
    for (;;) {
      const { searching } = models.current();
      const embedded = await Promise.all(searching.map((embedder) => embed(embedder, question)));
      if (models.current().searching === searching) return embedded;
    }
  }

  return async ({ orgId, spaceIds, question, filter, depth }) => {
    const unusable = await models.unusableIn(orgId, spaceIds);
    let problem = unusable.length > 0 ? lexicalOnly(unusable, models.current().writing) : undefined;
    const legs: ModelLeg[] = [];
    // Sequential, in the order in which documents move between models: a document that moves during the search is
    // then found with its new model.
    for (const { embedder, vector } of await embedWithAll(question)) {
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

function lexicalOnly(models: readonly string[], next: string): QuarryError {
  return new QuarryError(
    "unavailable",
    `Documents embedded with ${models.join(" and ")} are found by their words alone until they are embedded with ${next}.`,
    { retryAfterMs: 10_000 },
  );
}
