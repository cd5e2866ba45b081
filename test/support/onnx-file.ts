/** The little of ONNX's format (protocol buffers) that a model of one lookup needs. */

type Field = readonly [number: number, value: number | string | Uint8Array];

function varint(value: number): number[] {
  const bytes: number[] = [];
  for (let rest = value; ; rest = Math.floor(rest / 128)) {
    if (rest < 128) return [...bytes, rest];
    bytes.push((rest % 128) | 128);
  }
}

/** A message of numbers (varints), texts, and bytes or messages. */
function message(...fields: readonly Field[]): Uint8Array {
  const parts = fields.map(([number, value]) => {
    if (typeof value === "number") return Uint8Array.from([...varint(number * 8), ...varint(value)]);
    const bytes = typeof value === "string" ? new TextEncoder().encode(value) : value;
    return Buffer.concat([Uint8Array.from([...varint(number * 8 + 2), ...varint(bytes.length)]), bytes]);
  });
  return Buffer.concat(parts);
}

const FLOAT = 1;
const INT64 = 7;

/** An input or output whose sizes are known by name alone, save for those that are numbers. */
function value(name: string, type: number, ...sizes: readonly (string | number)[]): Uint8Array {
  const dims = sizes.map((size): Field => [1, message([typeof size === "number" ? 1 : 2, size])]);
  return message([1, name], [2, message([1, message([1, type], [2, message(...dims)])])]);
}

/**
 * A model that looks up a vector for each token: `input_ids` and `attention_mask` in, `last_hidden_state` out.
 * @param vectors One a token, after each other.
 */
export function lookupModel(vectors: Float32Array, dimensions: number): Uint8Array {
  const table = message(
    [1, vectors.length / dimensions],
    [1, dimensions],
    [2, FLOAT],
    [8, "vectors"],
    [9, new Uint8Array(vectors.buffer, vectors.byteOffset, vectors.byteLength)],
  );
  const lookup = message([1, "vectors"], [1, "input_ids"], [2, "last_hidden_state"], [4, "Gather"]);
  const graph = message(
    [1, lookup],
    [2, "lookup"],
    [5, table],
    [11, value("input_ids", INT64, "batch", "sequence")],
    [11, value("attention_mask", INT64, "batch", "sequence")],
    [12, value("last_hidden_state", FLOAT, "batch", "sequence", dimensions)],
  );
  return message([1, 8], [7, graph], [8, message([2, 13])]);
}
