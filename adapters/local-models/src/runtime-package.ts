/**
 * The used part of `@huggingface/transformers`. The package is optional and large, so its own types are not available
 * at compile time.
 */
export interface RuntimePackage {
  readonly env: {
    allowRemoteModels: boolean;
    useFSCache: boolean;
    cacheDir: string;
    remoteHost: string;
    logLevel: number;
  };
  readonly LogLevel: { readonly NONE: number };
  readonly Tensor: new (type: "int64", data: BigInt64Array, dims: readonly number[]) => Tensor;
  readonly AutoTokenizer: { from_pretrained(name: string, options: LoadOptions): Promise<Tokenizer> };
  readonly AutoModel: { from_pretrained(name: string, options: ModelLoadOptions): Promise<Model> };
}

/** Numbers and their dimensions. */
export interface Tensor {
  readonly data: unknown;
  readonly dims: readonly number[];
}

interface LoadOptions {
  readonly local_files_only: boolean;
  readonly progress_callback?: (event: LoadEvent) => void;
}

interface ModelLoadOptions extends LoadOptions {
  readonly dtype: "fp32" | "q8";
  readonly device: "cpu";
  readonly session_options: { readonly intraOpNumThreads: number; readonly interOpNumThreads: number };
}

/** Progress of a file that is being read or downloaded. */
export interface LoadEvent {
  readonly status: string;
  readonly loaded?: number;
  readonly total?: number;
}

/** Splits texts into tokens. */
export interface Tokenizer {
  (
    text: string,
    options: { readonly return_tensor: false; readonly text_pair?: string },
  ): {
    readonly input_ids: readonly number[];
    /** For each token, 0 if it belongs to the first text and 1 for the second. Only for models that need it. */
    readonly token_type_ids?: readonly number[];
  };
  /** Missing or absurdly large if the model's files do not contain it. */
  readonly model_max_length?: number | null;
}

interface Model {
  (inputs: Readonly<Record<string, Tensor>>): Promise<Readonly<Record<string, Tensor | undefined>>>;
  readonly config: { readonly max_position_embeddings?: number };
}
