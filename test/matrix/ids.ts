/** Kinds of ids in calls, outermost first. */
export const THINGS = ["webhook", "space", "document", "evaluation", "run", "key", "operation"] as const;

/** A kind of id. */
export type Thing = (typeof THINGS)[number];

/**
 * One resource of each kind: the document and the evaluation are in the space, the run belongs to the evaluation, the
 * bulk operation to the space.
 */
export type Ids = Readonly<Record<Thing, string>>;
