import { type SQL, sql } from "drizzle-orm";

/** Passes numbers as one parameter: an array in PostgreSQL's text form. */
export function numbers(values: Iterable<number>, type: "int" | "bigint"): SQL {
  return sql`${`{${[...values].join(",")}}`}::${sql.raw(type)}[]`;
}

/** Passes strings as one parameter. */
export function texts(values: readonly string[]): SQL {
  return sql`${sql.param([...values])}::text[]`;
}

/**
 * Byte strings concatenated into one parameter, with the start (from 1, as `substring` counts) and length of each.
 */
export interface ByteColumn {
  readonly blob: SQL;
  readonly starts: SQL;
  readonly lengths: SQL;
}

/** Concatenates byte strings: one long parameter is cheaper to send and to parse than an array of many. */
export function byteColumn(pieces: readonly Uint8Array[]): ByteColumn {
  const whole = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
  const starts: number[] = [];
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    starts.push(at + 1);
    at += piece.length;
  }
  const lengths = pieces.map(({ length }) => length);
  return {
    blob: sql`${whole}::bytea`,
    starts: numbers(starts, "int"),
    lengths: numbers(lengths, "int"),
  };
}

/** Parses PostgreSQL's text form of an array of numbers. */
export function readNumbers(text: unknown): number[] {
  const inner = String(text ?? "{}").slice(1, -1);
  return inner === "" ? [] : inner.split(",").map(Number);
}
