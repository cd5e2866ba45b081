/** HTTP requests with a JSON body each. */
export interface HttpTarget {
  readonly kind: "http";
  readonly origin: string;
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** A file with a body per line. */
  readonly bodies: string;
  /** Text that each checked answer must contain. */
  readonly expected: string;
}

/** A prepared SQL statement with parameters. */
export interface SqlTarget {
  readonly kind: "sql";
  readonly url: string;
  readonly settings: Readonly<Record<string, string>>;
  readonly statement: string;
  /** A file with an array of parameters per line. */
  readonly parameters: string;
}

/** A stretch of load. */
export interface Job {
  readonly target: HttpTarget | SqlTarget;
  /** Requests in flight at the same time; for an open loop the maximum. */
  readonly connections: number;
  /** The line of the file to start with. Requests go through the lines in turn. */
  readonly from: number;
  /** The load ends after this time, or after this number of requests. */
  readonly until: { readonly seconds: number } | { readonly requests: number };
  /** Requests per second, at random moments; without a rate, a request follows the answer to the previous one. */
  readonly rate?: number;
}

/** What a stretch of load found. Times are in milliseconds. */
export interface Outcome {
  readonly requests: number;
  readonly seconds: number;
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
  readonly failures: number;
  /** The reason of the first failure. */
  readonly problem?: string;
  /** Mean milliseconds per room, from `Server-Timing`; empty if the server sends none. */
  readonly rooms: Readonly<Record<string, number>>;
}

/** Sends requests. */
export interface Asker {
  /** Sends the request of a line on a free connection; resolves when its answer is read to the end. */
  ask(line: number): Promise<void>;
  readonly rooms: Readonly<Record<string, number>>;
  close(): Promise<void>;
}
