import { type Embedder, QuarryError } from "@quarry/core";
import { invalidField } from "@quarry/core/internal";
import { expects, Text } from "@quarry/schema";
import { type Static, Type } from "@sinclair/typebox";
import type { EmbeddingModels } from "../../indexes/embeddings/embedding-models.ts";
import type { UploadAdmission } from "../../platform/limits/upload-admission.ts";

const MAX_INPUTS = 2048;
/** As many characters as OpenAI's limit of tokens for one call, at four characters a token. */
const MAX_CHARS = 1_200_000;

/** OpenAI's limit for one text is 8,192 tokens; words of any language have fewer characters than eight times that. */
const MAX_TEXT_CHARS = 65_536;

const Input = Text({ minLength: 1, maxLength: MAX_TEXT_CHARS });

/** Body of a call for embeddings. */
export const EmbeddingsBody = Type.Object(
  {
    input: Type.Union([Input, Type.Array(Input, { minItems: 1, maxItems: MAX_INPUTS })], {
      ...expects(
        `a text of 1 to ${MAX_TEXT_CHARS} characters, or an array of 1 to ${MAX_INPUTS} of them; this server does not read token numbers`,
      ),
    }),
    model: Type.String({ maxLength: 200 }),
    dimensions: Type.Optional(Type.Integer({ minimum: 1 })),
    encoding_format: Type.Optional(
      Type.Union([Type.Literal("float"), Type.Literal("base64")], expects("float or base64")),
    ),
    user: Type.Optional(Type.String()),
  },
  { additionalProperties: false },
);
/** Static type of {@link EmbeddingsBody}. */
export type EmbeddingsBody = Static<typeof EmbeddingsBody>;

/** Embeds texts with the model that embeds new documents. */
export interface Embeddings {
  /** Takes its turn among the documents that the organization has embedded. */
  embed(orgId: string, body: EmbeddingsBody): Promise<EmbeddingList>;
  /** The models that `embed` accepts. */
  models(): Model[];
  model(id: string): Model;
}

/** Embeddings in OpenAI's form. */
export interface EmbeddingList {
  readonly object: "list";
  readonly data: readonly {
    readonly object: "embedding";
    readonly index: number;
    readonly embedding: number[] | string;
  }[];
  readonly model: string;
  readonly usage: { readonly prompt_tokens: number; readonly total_tokens: number };
}

type Model = ReturnType<typeof toModel>;

/** Creates the service. */
export function createEmbeddings({
  models,
  uploads,
}: {
  readonly models: EmbeddingModels;
  readonly uploads: Pick<UploadAdmission, "run">;
}): Embeddings {
  return {
    async embed(orgId, { input, model, dimensions, encoding_format }) {
      const embedder = models.writing();
      requireModel(embedder.model, model);
      if (dimensions !== undefined && dimensions !== embedder.dimensions)
        throw invalidField(
          "/dimensions",
          `must be ${embedder.dimensions}, the length of this server's vectors`,
        );
      const texts = typeof input === "string" ? [input] : input;
      const chars = texts.reduce((sum, text) => sum + text.length, 0);
      if (chars > MAX_CHARS) throw invalidField("/input", `must have at most ${MAX_CHARS} characters in all`);
      const vectors = await uploads.run(orgId, () => embedAll(embedder, texts));
      // An estimate: the model's own tokens are not known here.
      const tokens = Math.ceil(chars / 4);
      return {
        object: "list",
        data: vectors.map((vector, index) => ({
          object: "embedding",
          index,
          embedding: encoding_format === "base64" ? toBase64(vector) : [...vector],
        })),
        model: embedder.model,
        usage: { prompt_tokens: tokens, total_tokens: tokens },
      };
    },

    models: () => [toModel(models.current().writing)],

    model(id) {
      const { writing } = models.current();
      requireModel(writing, id);
      return toModel(writing);
    },
  };
}

async function embedAll(embedder: Embedder, texts: readonly string[]): Promise<Float32Array[]> {
  const vectors: Float32Array[] = [];
  for (let start = 0; start < texts.length; start += embedder.maxBatch)
    vectors.push(...(await embedder.embed(texts.slice(start, start + embedder.maxBatch), "document")));
  return vectors;
}

/** @throws QuarryError `not_found` for another model, whose vectors the caller could not compare with these. */
function requireModel(own: string, wanted: string): void {
  // `openai:text-embedding-3-small:512` is also `text-embedding-3-small`.
  const bare = own.replace(/^[a-z]+:/, "");
  const names = [own, bare, own.replace(/:\d+$/, ""), bare.replace(/:\d+$/, "")];
  if (!names.includes(wanted))
    throw new QuarryError(
      "not_found",
      `This server has no model ${JSON.stringify(wanted)}. It embeds with ${JSON.stringify(own)}: send that name as the model.`,
    );
}

function toModel(id: string) {
  return { id, object: "model" as const, created: 0, owned_by: "quarry" };
}

/** The bytes of 32-bit numbers, little-endian, as OpenAI's clients read them. */
function toBase64(vector: Float32Array): string {
  const view = new DataView(new ArrayBuffer(vector.length * Float32Array.BYTES_PER_ELEMENT));
  for (const [at, value] of vector.entries())
    view.setFloat32(at * Float32Array.BYTES_PER_ELEMENT, value, true);
  return Buffer.from(view.buffer).toString("base64");
}
