/** Where the server stops for good. */
export interface Crash {
  /** Name of a failpoint: a place in the server's sources; undefined for any. */
  readonly failpoint?: string;
  /** How often it is passed before. */
  readonly passes: number;
  /** `before` what is awaited begins, `during` it, or `after` it has ended. */
  readonly when: "before" | "during" | "after";
}

/** What a simulated server shall do from now on. It reads this file at SIGUSR2. */
export interface Orders {
  /** How far its clock is from the real time. */
  readonly clockOffsetMs?: number;
  readonly crash?: Crash;
}

/** Names the folder with the files below, for the server. */
export const FOLDER_VARIABLE = "SIMULATION_FOLDER";

/** Files of the folder: orders, sources with failpoints by their paths, and the failpoints at which the server has stopped. */
export const FILES = { orders: "orders.json", sources: "sources.json", reached: "reached" } as const;
