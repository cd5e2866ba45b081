/** What a call costs, which decides how long it may take until its answer begins, and what else limits it. */
export const COSTS = {
  /** A few statements. */
  light: { deadline: "light", limit: "calls of the tier" },
  /** A search. Too many of an organization, and questions that take too long, are refused with 503. */
  question: { deadline: "question", limit: "questions of the organization" },
  /** Reads files, embeds, calls other services, or does any of this for many rows. */
  work: {
    deadline: "work",
    limit: "uploads in progress, and processes, slots and batches of the work itself",
  },
  /** Goes on while the reader reads. Only its beginning has a deadline. */
  stream: { deadline: "work", limit: "streams of the organization" },
} as const;

/** A class of costs. */
export type Cost = keyof typeof COSTS;

/** How long calls may take until their answers begin, in ms. The time in which a body arrives does not count. */
export type CallTimeoutsMs = Readonly<Record<(typeof COSTS)[Cost]["deadline"], number>>;
