import { ProviderFault } from "@quarry/providers";

/** What an answer must look like. */
export interface ExpectedVectors {
  /** Name of the provider in messages. */
  readonly provider: string;
  readonly count: number;
  readonly dimensions: number;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

/** Numbers, or base64 of little-endian 32-bit floats: servers answer either, whatever was asked for. */
function decode(embedding: unknown): Float32Array | undefined {
  if (Array.isArray(embedding)) {
    return embedding.every((value) => typeof value === "number") ? Float32Array.from(embedding) : undefined;
  }
  if (typeof embedding !== "string") return undefined;
  const bytes = Uint8Array.from(Buffer.from(embedding, "base64"));
  return bytes.length % 4 === 0 ? new Float32Array(bytes.buffer) : undefined;
}

/** Scales to length 1, so that every store may use the inner product; undefined for zero or not finite. */
function normalised(vector: Float32Array): Float32Array | undefined {
  let sum = 0;
  for (const value of vector) sum += value * value;
  if (!(sum > 0) || !Number.isFinite(sum)) return undefined;
  const scale = 1 / Math.sqrt(sum);
  for (let at = 0; at < vector.length; at++) vector[at] = (vector[at] ?? 0) * scale;
  return vector;
}

/**
 * The vectors of an embeddings answer in the order of the request, of length 1.
 * @throws ProviderFault `away` for nonsense, `setup` for vectors of another length than configured.
 */
export function readVectors(body: unknown, { provider, count, dimensions }: ExpectedVectors): Float32Array[] {
  const nonsense = (what: string): ProviderFault =>
    new ProviderFault("away", `The embedding provider (${provider}) answered nonsense: ${what}.`);

  const data = isRecord(body) ? body.data : undefined;
  if (!Array.isArray(data)) throw nonsense("no list of vectors");
  if (data.length !== count) throw nonsense(`${data.length} vectors for ${count} texts`);

  const items: unknown[] = data;
  // Some servers leave out a zero index, others leave out all of them and keep the order.
  const inOrder = items.every((item) => isRecord(item) && item.index === undefined);
  const vectors = new Array<Float32Array | undefined>(count).fill(undefined);
  items.forEach((item, position) => {
    if (!isRecord(item)) throw nonsense("an entry that is no vector");
    const index = inOrder ? position : (item.index ?? 0);
    if (typeof index !== "number" || !Number.isInteger(index) || index < 0 || index >= count) {
      throw nonsense("a vector for a text that was not sent");
    }
    if (vectors[index] !== undefined) throw nonsense("two vectors for one text");
    const vector = decode(item.embedding);
    if (vector === undefined) throw nonsense("an entry that is no vector");
    if (vector.length !== dimensions) {
      throw new ProviderFault(
        "setup",
        `The embedding model answers vectors of ${vector.length} dimensions, but ${dimensions} were expected: ` +
          `set QUARRY_EMBEDDING_DIMENSIONS to ${vector.length}, or choose a model that can answer ${dimensions}.`,
      );
    }
    const unit = normalised(vector);
    if (unit === undefined) throw nonsense("a vector of zeros, or with numbers that are not finite");
    vectors[index] = unit;
  });
  return vectors.filter((vector) => vector !== undefined);
}
