import { type SQL, sql } from "drizzle-orm";

/** Numbers as one parameter: an array in PostgreSQL's text form. */
export function numbers(values: Iterable<number>, type: "int" | "bigint"): SQL {
  return sql`${`{${[...values].join(",")}}`}::${sql.raw(type)}[]`;
}

/** Texts as one parameter. */
export function texts(values: readonly string[]): SQL {
  return sql`${sql.param([...values])}::text[]`;
}

/** Pieces of bytes as one parameter, and where each starts and how long it is, counted as `substring` counts. */
export interface ByteColumn {
  readonly blob: SQL;
  readonly starts: SQL;
  readonly lengths: SQL;
}

/** Puts pieces end to end: one long parameter is cheaper to send and to read than an array of many. */
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

/** Reads what PostgreSQL writes for an array of numbers. */
export function readNumbers(text: unknown): number[] {
  const inner = String(text ?? "{}").slice(1, -1);
  return inner === "" ? [] : inner.split(",").map(Number);
}
