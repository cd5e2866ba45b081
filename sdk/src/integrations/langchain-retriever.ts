import type { CallbackManagerForRetrieverRun } from "@langchain/core/callbacks/manager";
import { Document, type DocumentInterface } from "@langchain/core/documents";
import { BaseRetriever, type BaseRetrieverInput } from "@langchain/core/retrievers";
import { ensureConfig, type RunnableConfig } from "@langchain/core/runnables";
import { findResults, type SearchOptions } from "./find-results.ts";
import { type PassageFields, passageFields } from "./result-metadata.ts";

/** Options of {@link QuarryRetriever}. */
export interface QuarryRetrieverOptions extends BaseRetrieverInput, SearchOptions {}

/** The `metadata` of a retrieved LangChain document. */
export interface RetrievedMetadata extends PassageFields {
  /**
   * The same as `place`.
   * @deprecated Use `place`.
   */
  readonly chunk: PassageFields["place"];
}

/** Retrieves passages from Quarry spaces, best first. */
export class QuarryRetriever extends BaseRetriever<RetrievedMetadata & Record<string, unknown>> {
  /** The path of the class in LangChain's serialized form. */
  lc_namespace = ["quarry", "retrievers"];
  readonly #options: QuarryRetrieverOptions;
  #signal: AbortSignal | undefined;

  /** The class name used by LangChain. */
  static override lc_name(): string {
    return "QuarryRetriever";
  }

  constructor(options: QuarryRetrieverOptions) {
    const { quarry: _quarry, spaceIds: _spaceIds, search: _search, urlOf: _urlOf, ...base } = options;
    super(base);
    this.#options = options;
  }

  /** Retrieves passages. `signal` and `timeout` of the options abort the call to the server. */
  override async invoke(
    input: string,
    options?: RunnableConfig,
  ): Promise<DocumentInterface<RetrievedMetadata & Record<string, unknown>>[]> {
    const { signal } = ensureConfig(options);
    if (!signal || this.#signal) return super.invoke(input, options);
    // LangChain passes no options on to `_getRelevantDocuments`.
    const one = new QuarryRetriever(this.#options);
    one.#signal = signal;
    return one.invoke(input, options);
  }

  /** Retrieves passages. LangChain calls it; call `invoke`. */
  override async _getRelevantDocuments(
    question: string,
    _run?: CallbackManagerForRetrieverRun,
  ): Promise<Document<RetrievedMetadata & Record<string, unknown>>[]> {
    const { results } = await findResults(this.#options, question, this.#signal);
    return results.map((result) => {
      const fields = passageFields(this.#options, result);
      const { id, content } = result.chunk;
      return new Document({ id, pageContent: content, metadata: { ...fields, chunk: fields.place } });
    });
  }
}
