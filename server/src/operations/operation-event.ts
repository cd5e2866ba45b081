/** A problem that the doctor found. */
export interface Finding {
  readonly orgId: string;
  /** What has the problem, e.g. `document doc_1`. */
  readonly subject: string;
  readonly problem: string;
}

/** An event of a running operation. The last one is its result or an error. */
export type OperationEvent =
  | { readonly type: "progress"; readonly text: string }
  | ({ readonly type: "finding"; readonly isRepaired: boolean } & Finding)
  | { readonly type: "result"; readonly isGood: boolean; readonly text: string }
  /** The operation failed. */
  | { readonly type: "error"; readonly text: string };

/** A running operation. */
export type Operation = AsyncGenerator<OperationEvent>;
