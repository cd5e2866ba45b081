import { ProviderFault } from "@quarry/providers";

/** The expected response. */
export interface ExpectedVectors {
  /** Host and port, for messages. */
  readonly provider: string;
  readonly count: number;
  readonly dimensions: number;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

/** Decodes numbers, or base64 of little-endian 32-bit floats. Servers return either, regardless of the request. */
function decode(embedding: unknown): Float32Array | undefined {
  if (Array.isArray(embedding)) {
    return embedding.every((value) => typeof value === "number") ? Float32Array.from(embedding) : undefined;
  }
  if (typeof embedding !== "string") return undefined;
  const bytes = Uint8Array.from(Buffer.from(embedding, "base64"));
  return bytes.length % 4 === 0 ? new Float32Array(bytes.buffer) : undefined;
}

/** Scales to length 1, so that every store can use the inner product. Returns undefined for zeros or non-finite values. */
function normalized(vector: Float32Array): Float32Array | undefined {
  let sum = 0;
  for (const value of vector) sum += value * value;
  if (!(sum > 0) || !Number.isFinite(sum)) return undefined;
  const scale = 1 / Math.sqrt(sum);
  for (let at = 0; at < vector.length; at++) vector[at] = (vector[at] ?? 0) * scale;
  return vector;
}

/**
 * Reads the vectors of a response, in the order of the request and scaled to length 1.
 *
 * @throws ProviderFault `unavailable` for an invalid response, `misconfigured` for vectors of the wrong length.
 */
export function readVectors(body: unknown, { provider, count, dimensions }: ExpectedVectors): Float32Array[] {
  const invalid = (problem: string): ProviderFault =>
    new ProviderFault(
      "unavailable",
      `The embedding provider (${provider}) returned an invalid response: ${problem}.`,
    );

  const data = isRecord(body) ? body.data : undefined;
  if (!Array.isArray(data)) throw invalid("no list of vectors");
  if (data.length !== count) throw invalid(`${data.length} vectors for ${count} texts`);

  const items: unknown[] = data;
  // Some servers omit an index of zero; others omit all indexes and keep the order.
  const hasNoIndexes = items.every((item) => isRecord(item) && item.index === undefined);
  const vectors = new Array<Float32Array | undefined>(count).fill(undefined);
  items.forEach((item, position) => {
    if (!isRecord(item)) throw invalid("an entry is not a vector");
    const index = hasNoIndexes ? position : (item.index ?? 0);
    if (typeof index !== "number" || !Number.isInteger(index) || index < 0 || index >= count) {
      throw invalid("a vector for a text that was not sent");
    }
    if (vectors[index] !== undefined) throw invalid("two vectors for one text");
    const vector = decode(item.embedding);
    if (vector === undefined) throw invalid("an entry is not a vector");
    if (vector.length !== dimensions) {
      throw new ProviderFault(
        "misconfigured",
        `The embedding model returns vectors of ${vector.length} dimensions, but ${dimensions} were expected: ` +
          `set QUARRY_EMBEDDING_DIMENSIONS to ${vector.length}, or choose a model with ${dimensions} dimensions.`,
      );
    }
    const unit = normalized(vector);
    if (unit === undefined) throw invalid("a vector of zeros or non-finite numbers");
    vectors[index] = unit;
  });
  return vectors.filter((vector) => vector !== undefined);
}
