/** The part of ONNX's format (protocol buffers) that a model with one lookup needs. */

type Field = readonly [number: number, value: number | string | Uint8Array];

function varint(value: number): number[] {
  const bytes: number[] = [];
  for (let rest = value; ; rest = Math.floor(rest / 128)) {
    if (rest < 128) return [...bytes, rest];
    bytes.push((rest % 128) | 128);
  }
}

/** Encodes a message of varints, strings, and bytes or nested messages. */
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

/** An input or output; a string names a dynamic dimension. */
function value(name: string, type: number, ...sizes: readonly (string | number)[]): Uint8Array {
  const dims = sizes.map((size): Field => [1, message([typeof size === "number" ? 1 : 2, size])]);
  return message([1, name], [2, message([1, message([1, type], [2, message(...dims)])])]);
}

/** A node: operator, inputs and outputs. */
const step = (operator: string, inputs: readonly string[], output: string, ...attributes: Uint8Array[]) =>
  message(
    ...inputs.map((name): Field => [1, name]),
    [2, output],
    [4, operator],
    ...attributes.map((attribute): Field => [5, attribute]),
  );

/** The embedding table: the tokens' vectors, concatenated. */
const tableOf = (vectors: Float32Array, dimensions: number) =>
  message(
    [1, vectors.length / dimensions],
    [1, dimensions],
    [2, FLOAT],
    [8, "vectors"],
    [9, new Uint8Array(vectors.buffer, vectors.byteOffset, vectors.byteLength)],
  );

const modelOf = (...graph: readonly Field[]) =>
  message([1, 8], [7, message([2, "tiny"], ...graph)], [8, message([2, 13])]);

/**
 * A model that looks up a vector for each token: `input_ids` and `attention_mask` in, `last_hidden_state` out.
 * @param vectors One vector per token, concatenated.
 */
export function lookupModel(vectors: Float32Array, dimensions: number): Uint8Array {
  return modelOf(
    [1, step("Gather", ["vectors", "input_ids"], "last_hidden_state")],
    [5, tableOf(vectors, dimensions)],
    [11, value("input_ids", INT64, "batch", "sequence")],
    [11, value("attention_mask", INT64, "batch", "sequence")],
    [12, value("last_hidden_state", FLOAT, "batch", "sequence", dimensions)],
  );
}

/**
 * A model that compares two texts: `logits` is the cosine of the sums of their tokens' vectors. `token_type_ids` says which
 * text a token belongs to.
 * @param vectors One vector per token, concatenated.
 */
export function comparingModel(vectors: Float32Array, dimensions: number): Uint8Array {
  const toFloat = message([1, "to"], [3, FLOAT], [20, 2]);
  const steps = [
    step("Gather", ["vectors", "input_ids"], "tokens"),
    step("Cast", ["token_type_ids"], "seconds", toFloat),
    step("Cast", ["attention_mask"], "all", toFloat),
    step("MatMul", ["seconds", "tokens"], "second"),
    step("MatMul", ["all", "tokens"], "both"),
    step("Sub", ["both", "second"], "first"),
    step("LpNormalization", ["first"], "question"),
    step("LpNormalization", ["second"], "passage"),
    step("Mul", ["question", "passage"], "products"),
    step("ReduceSum", ["products"], "cosine"),
    step("Flatten", ["cosine"], "logits"),
  ];
  return modelOf(
    ...steps.map((each): Field => [1, each]),
    [5, tableOf(vectors, dimensions)],
    ...["input_ids", "attention_mask", "token_type_ids"].map(
      (name): Field => [11, value(name, INT64, "batch", "sequence")],
    ),
    [12, value("logits", FLOAT, "batch", 1)],
  );
}
