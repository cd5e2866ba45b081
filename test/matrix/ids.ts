/** What a call can name by id, from the outermost. */
export const THINGS = ["webhook", "space", "document", "evaluation", "run", "key"] as const;

/** One of them. */
export type Thing = (typeof THINGS)[number];

/** One thing of each kind. The document is in the space, the evaluation too, and the run is the evaluation's. */
export type Ids = Readonly<Record<Thing, string>>;
