import { createEmbeddingCache } from "../indexes/embeddings/embedding-cache.ts";
import { openEmbeddingModels } from "../indexes/embeddings/embedding-models.ts";
import { createModelChange } from "../indexes/model-change/model-change.ts";
import { openIndexes } from "../indexes/open-indexes.ts";
import { createChunkTexts } from "../records/documents/chunk-texts.ts";
import { createCatalogueRows } from "../retrieve/live/catalogue-rows.ts";
import { createDatabaseRows } from "../retrieve/live/database-rows.ts";
import { fillTexts } from "../retrieve/live/fill-texts.ts";
import { createQueryService } from "../retrieve/query-service.ts";
import { createReranking } from "../retrieve/rerank/rerank.ts";
import { createSmartQueryService } from "../retrieve/route/smart-query-service.ts";
import { createQuestionVectors } from "../retrieve/search/question-vectors.ts";
import { createLegSearch } from "../retrieve/search/search-legs.ts";
import { createStoredScores } from "../retrieve/search/stored-scores.ts";
import { createVectorSearch } from "../retrieve/search/vector-search.ts";
import type { Base } from "./base.ts";
import { createEmbedderOfName } from "./models.ts";
import { openStores } from "./stores.ts";

/** The derived indexes, the embedding models and the services that answer queries from them. */
export type Retrieval = Awaited<ReturnType<typeof openRetrieval>>;

/**
 * Opens the derived indexes and the embedding models, and creates the query services.
 * @throws QuarryError `invalid_request` when a store cannot be used.
 */
export async function openRetrieval(resources: AsyncDisposableStack, base: Base) {
  const { config, folder, db, database, clock, log, plugins, embedder, reranker, isServing, telemetry } =
    base;
  const stores = await openStores(config.vectorStore, base, base.loadingIndexes);
  const indexes = await openIndexes({ ...stores, database, clock, log, onStage: telemetry?.onStage });
  resources.defer(indexes.close);
  const { lexical, vectors, catalogue, indexer, ready } = indexes;

  const models = await openEmbeddingModels({
    ...{ database, log, configured: embedder, isDeciding: isServing },
    embedderOfName: (name) => createEmbedderOfName(config, name, plugins),
  });
  const embeddings = createEmbeddingCache(db);
  const modelChange = createModelChange({ database, models, embeddings, indexer, clock, log, ready });
  resources.defer(async () => {
    const changeStopped = modelChange.stop();
    // Closing an embedder aborts the call that the model change may be waiting for.
    await models.close();
    await reranker?.close();
    await changeStopped;
  });

  const { index, snapshot, health: storeHealth } = stores.vectorIndex;
  // A store in this process or in the database has what the database has.
  const health = snapshot || index.within ? undefined : storeHealth;
  const storedScores = createStoredScores(database.lookups);
  const questions = createQuestionVectors();
  const isInProcess = snapshot !== undefined;
  const vectorSearch = createVectorSearch({ vectors, storedScores, health, models, questions, isInProcess });
  const legSearch = createLegSearch({ lexical, vectorSearch });
  const reranking = createReranking({ reranker });
  const { memoryBytes, fileBytes } = config.textCache;
  const texts = createChunkTexts(folder.path("texts"), memoryBytes, fileBytes);
  resources.defer(texts.close);
  const inDatabase = createDatabaseRows({ db, lookups: database.lookups, texts });
  if (catalogue && isServing) fillAfterStart(resources, { db, texts, log }, ready);
  const live = catalogue ? createCatalogueRows({ catalogue, texts, db, inDatabase }) : inDatabase;
  const queries = createQueryService({ db, live, legSearch, reranking, ready, health });
  const smartQueries = createSmartQueryService({ db, lexical, queries, reranking, ready });
  return { ...indexes, models, embeddings, modelChange, texts, questions, legSearch, queries, smartQueries };
}

function fillAfterStart(
  resources: AsyncDisposableStack,
  deps: Parameters<typeof fillTexts>[0],
  ready: Promise<void>,
): void {
  const stopping = new AbortController();
  let filled: Promise<void> | undefined;
  ready.then(
    () => {
      if (!stopping.signal.aborted) filled = fillTexts(deps, stopping.signal);
    },
    () => {},
  );
  resources.defer(() => {
    stopping.abort();
    return filled;
  });
}
