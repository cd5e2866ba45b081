/** Something that is not as it should be. */
export interface Finding {
  readonly orgId: string;
  /** What is concerned, e.g. `document doc_1`. */
  readonly subject: string;
  readonly problem: string;
}

/** What an operation says while it runs; the last one is its result. */
export type OperationEvent =
  | { readonly type: "progress"; readonly text: string }
  | ({ readonly type: "finding"; readonly isMended: boolean } & Finding)
  | { readonly type: "result"; readonly isGood: boolean; readonly text: string }
  /** It could not be done. */
  | { readonly type: "error"; readonly text: string };

/** An operation under way. */
export type Operation = AsyncGenerator<OperationEvent>;
