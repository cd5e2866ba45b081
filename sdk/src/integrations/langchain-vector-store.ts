import { Document, type DocumentInterface } from "@langchain/core/documents";
import type { EmbeddingsInterface } from "@langchain/core/embeddings";
import { VectorStore } from "@langchain/core/vectorstores";
import type { Metadata } from "@quarry/schema";
import type { Quarry } from "../client.ts";
import { NotFoundError } from "../errors/errors.ts";
import { randomKey } from "../http/random-key.ts";
import type { SearchOptions } from "./find-results.ts";

/** Options of {@link QuarryVectorStore}. */
export interface QuarryVectorStoreOptions {
  /** The client. */
  readonly quarry: Pick<Quarry, "query" | "documents">;
  /** Id or slug of the space that holds the documents. */
  readonly spaceId: string;
  /** More fields for every query: `threshold`, `mode`, `rerank` and others. Default: none. */
  readonly search?: SearchOptions["search"];
}

/**
 * A Quarry space as a LangChain.js vector store. A LangChain document is a Quarry document whose filename is its id. The
 * server computes the embeddings, so that `embeddings` is not used; pass undefined.
 *
 * A document that is longer than a chunk of the space is found by its passages: `pageContent` is then the passage.
 */
export class QuarryVectorStore extends VectorStore {
  /** The filter of a search: a condition on the documents' metadata. */
  declare FilterType: Metadata;
  readonly #options: QuarryVectorStoreOptions;

  /** The class name used by LangChain. */
  static override lc_name(): string {
    return "QuarryVectorStore";
  }

  constructor(_embeddings: EmbeddingsInterface | undefined, options: QuarryVectorStoreOptions) {
    // LangChain shows the second argument in traces.
    super(serverEmbeddings, {});
    this.#options = options;
  }

  /** The kind of store, as LangChain shows it in traces. */
  override _vectorstoreType(): string {
    return "quarry";
  }

  /**
   * Stores documents and returns their ids. A document with the id of a stored one replaces it. When the promise
   * resolves, searches find them.
   * @throws Error that names the documents that were refused; the others are stored.
   */
  override async addDocuments(
    documents: DocumentInterface[],
    options: {
      /** Ids of the documents, in their order. Default: the documents' own ids, or new ones. */
      readonly ids?: readonly string[] | undefined;
    } = {},
  ): Promise<string[]> {
    const { quarry, spaceId } = this.#options;
    const ids = documents.map(({ id }, at) => options.ids?.[at] ?? id ?? randomKey());
    const contents = documents.map(({ pageContent, metadata }, at) => ({
      ...{ filename: ids[at] as string, content: pageContent },
      ...{ metadata: metadata as Metadata, mimeType: "text/plain" },
    }));
    const results = await quarry.documents.upsertMany(contents, { spaceId });
    const problems = results.flatMap((result) => ("error" in result ? [result] : []));
    if (problems.length > 0)
      throw new Error(problems.map(({ filename, message }) => `${filename}: ${message}`).join("\n"));
    return ids;
  }

  /** Deletes documents by their ids. Unknown ids are ignored. */
  override async delete({
    ids,
  }: {
    /** Ids of the documents to delete. */
    readonly ids: readonly string[];
  }): Promise<void> {
    const { quarry, spaceId } = this.#options;
    for (const filename of ids) {
      try {
        const { id } = await quarry.documents.getByFilename({ spaceId, filename });
        await quarry.documents.delete({ spaceId, id });
      } catch (error) {
        if (!NotFoundError.isInstance(error)) throw error;
      }
    }
  }

  /**
   * Finds the passages that best answer a question, with their similarity, 0 to 1.
   * @param k Maximum number of passages. Default: 4.
   * @param filter Condition on the documents' metadata, e.g. `{ year: { $gte: 2024 } }`.
   */
  override async similaritySearchWithScore(
    query: string,
    k = 4,
    filter?: Metadata,
  ): Promise<[Document, number][]> {
    const { quarry, spaceId, search } = this.#options;
    const body = { ...search, query, spaceIds: spaceId, topK: k, ...(filter ? { filter } : {}) };
    const { results } = await quarry.query(body);
    return results.map(({ chunk, document, similarity }) => {
      const { filename: id, metadata } = document;
      return [new Document({ id, pageContent: chunk.content, metadata: { ...metadata } }), similarity ?? 0];
    });
  }

  /** Like {@link QuarryVectorStore.similaritySearchWithScore}, without the similarities. */
  override async similaritySearch(query: string, k = 4, filter?: Metadata): Promise<Document[]> {
    return (await this.similaritySearchWithScore(query, k, filter)).map(([document]) => document);
  }

  /**
   * Not supported: use {@link QuarryVectorStore.addDocuments}.
   * @throws Error always: the server computes the embeddings.
   */
  override async addVectors(): Promise<never> {
    throw noVectors();
  }

  /**
   * Not supported: use {@link QuarryVectorStore.similaritySearchWithScore}.
   * @throws Error always: the server computes the embeddings.
   */
  override async similaritySearchVectorWithScore(): Promise<never> {
    throw noVectors();
  }

  /** Creates a store from texts, with one metadata for all or one for each. */
  static override fromTexts(
    texts: string[],
    metadatas: object[] | object,
    embeddings: EmbeddingsInterface | undefined,
    options: QuarryVectorStoreOptions,
  ): Promise<QuarryVectorStore> {
    const documents = texts.map((pageContent, at) => {
      const metadata: object = (Array.isArray(metadatas) ? metadatas[at] : metadatas) ?? {};
      return new Document({ pageContent, metadata: { ...metadata } });
    });
    return QuarryVectorStore.fromDocuments(documents, embeddings, options);
  }

  /** Creates a store from documents. */
  static override async fromDocuments(
    documents: DocumentInterface[],
    embeddings: EmbeddingsInterface | undefined,
    options: QuarryVectorStoreOptions,
  ): Promise<QuarryVectorStore> {
    const store = new QuarryVectorStore(embeddings, options);
    await store.addDocuments(documents);
    return store;
  }
}

const noVectors = (): Error =>
  new Error("A Quarry server computes the embeddings itself. Use addDocuments and similaritySearch.");

const serverEmbeddings: EmbeddingsInterface = {
  embedQuery: () => Promise.reject(noVectors()),
  embedDocuments: () => Promise.reject(noVectors()),
};
