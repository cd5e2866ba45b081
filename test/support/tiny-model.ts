import { mkdir, mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { hashedVector } from "./hashed-vector.ts";
import { comparingModel, lookupModel } from "./onnx-file.ts";

/** Parameters of a tiny model. */
export interface TinyModelOptions {
  readonly dimensions?: number;
  /** Maximum number of tokens; null when its files do not state it. */
  readonly maxTokens?: number | null;
  /** Seed of the vectors. */
  readonly seed?: string;
  readonly isQuantized?: boolean;
  /** A cross-encoder instead of an embedding model. */
  readonly isReranker?: boolean;
}

const SPECIAL = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"];
const WORDS = [
  ..."the a of to in is and how do i my with for on after no who when are be it not by all".split(" "),
  ..."represent this sentence searching relevant passages query passage search document : . , ? !".split(" "),
  ..."cat cats kitten dog sleeps purrs engine motor car oil key keys rotate expire password".split(" "),
  ..."bread bake flour oven holiday days year employees vacation laptop screen broken replace".split(" "),
  ..."abcdefghijklmnopqrstuvwxyz0123456789",
  ..."abcdefghijklmnopqrstuvwxyz0123456789".replace(/./g, " ##$&").trim().split(" "),
];

/** The hub files of a model with a small vocabulary and one vector per word. */
export function tinyModelFiles({
  dimensions = 16,
  maxTokens = 32,
  seed = "",
  isQuantized = false,
  isReranker = false,
}: TinyModelOptions = {}): Map<string, string | Uint8Array> {
  const tokens = [...new Set([...SPECIAL, ...WORDS])];
  const vectors = new Float32Array(tokens.length * dimensions);
  tokens.forEach((token, at) => {
    vectors.set(
      hashedVector(token === "[CLS]" ? `${seed} cls` : `${seed} ${token}`, dimensions),
      at * dimensions,
    );
  });
  const special = (content: string) => ({
    [content]: { id: content, ids: [tokens.indexOf(content)], tokens: [content] },
  });
  const tokenizer = {
    version: "1.0",
    truncation: null,
    padding: null,
    added_tokens: SPECIAL.map((content, id) => ({
      ...{ id, content, single_word: false, lstrip: false, rstrip: false, normalized: false, special: true },
    })),
    normalizer: {
      ...{
        type: "BertNormalizer",
        clean_text: true,
        handle_chinese_chars: true,
        strip_accents: null,
        lowercase: true,
      },
    },
    pre_tokenizer: { type: "BertPreTokenizer" },
    post_processor: {
      type: "TemplateProcessing",
      single: [
        { SpecialToken: { id: "[CLS]", type_id: 0 } },
        { Sequence: { id: "A", type_id: 0 } },
        { SpecialToken: { id: "[SEP]", type_id: 0 } },
      ],
      pair: [
        { SpecialToken: { id: "[CLS]", type_id: 0 } },
        { Sequence: { id: "A", type_id: 0 } },
        { SpecialToken: { id: "[SEP]", type_id: 0 } },
        { Sequence: { id: "B", type_id: 1 } },
        { SpecialToken: { id: "[SEP]", type_id: 1 } },
      ],
      special_tokens: { ...special("[CLS]"), ...special("[SEP]") },
    },
    decoder: { type: "WordPiece", prefix: "##", cleanup: true },
    model: {
      type: "WordPiece",
      unk_token: "[UNK]",
      continuing_subword_prefix: "##",
      max_input_chars_per_word: 100,
      vocab: Object.fromEntries(tokens.map((token, at) => [token, at])),
    },
  };
  const tokenizerConfig = {
    tokenizer_class: "BertTokenizer",
    model_max_length: maxTokens,
    do_lower_case: true,
    pad_token: "[PAD]",
    unk_token: "[UNK]",
    cls_token: "[CLS]",
    sep_token: "[SEP]",
    mask_token: "[MASK]",
  };
  const config = {
    model_type: "bert",
    architectures: [isReranker ? "BertForSequenceClassification" : "BertModel"],
    hidden_size: dimensions,
    max_position_embeddings: 512,
  };
  const weights = isReranker ? comparingModel : lookupModel;
  return new Map<string, string | Uint8Array>([
    ["config.json", JSON.stringify(config)],
    ["tokenizer_config.json", JSON.stringify(tokenizerConfig)],
    ["tokenizer.json", JSON.stringify(tokenizer)],
    [isQuantized ? "onnx/model_quantized.onnx" : "onnx/model.onnx", weights(vectors, dimensions)],
  ]);
}

/** Writes a tiny model into a new folder and returns its path. */
export async function writeTinyModel(name: string, options?: TinyModelOptions): Promise<string> {
  const folder = join(await mkdtemp(join(tmpdir(), "quarry-model-")), name);
  for (const [path, content] of tinyModelFiles(options)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), content);
  }
  return folder;
}
