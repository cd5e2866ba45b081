const SCALE = 1e9;

/**
 * A vector's direction as pgvector reads it, in whole numbers: they are several times faster to parse than
 * fractions, and half as long. `l2_normalize` brings it back to length 1.
 * The length is taken here, in 64 bits: the squares of very long or short ones leave pgvector's floats.
 */
export function vectorText(vector: Float32Array): string {
  let squares = 0;
  for (const value of vector) squares += value * value;
  const factor = SCALE / Math.sqrt(squares);
  let text = "";
  for (const value of vector) text += `${text === "" ? "[" : ","}${Math.round(value * factor)}`;
  return `${text}]`;
}
