/** Sizes of the servers' spaces, in chunks. */
export type Size = number;

/** A side of the comparison. */
export type Side = "quarry" | "chroma" | "sql" | "sql-vectors" | "elysia" | "usearch";

/** The quantities that a line can have. Times are in milliseconds, memory is in bytes. */
export type Quantity =
  | "perSecond"
  | "p50"
  | "p95"
  | "p99"
  | "tail"
  | "cpu"
  | "databaseCpu"
  | "recall"
  | "seconds"
  | "settling"
  | "bytes"
  | "peakBytes"
  | "raw";

/** One side of one line of the table. */
export interface Result {
  readonly run: string;
  readonly part: string;
  readonly size: Size;
  readonly line: string;
  readonly side: Side;
  /** The measurements of each block, in the order of the turns. */
  readonly blocks: Readonly<Partial<Record<Quantity, readonly number[]>>>;
  /** Milliseconds per room of the server, from its `Server-Timing` header. */
  readonly rooms?: Readonly<Record<string, number>>;
}

/** A result without the run's name. */
export type NewResult = Omit<Result, "run">;

/** What was run, once per run. */
export interface Run {
  readonly run: string;
  readonly date: string;
  readonly machine: string;
  readonly versions: Readonly<Record<string, string>>;
  readonly revision: string;
  readonly command: string;
}
