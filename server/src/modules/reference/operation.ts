/** A request that works as pasted. The parts of the path have the examples of `path-parameters.ts`. */
export interface ExampleRequest {
  readonly query?: Readonly<Record<string, string | number | boolean>>;
  readonly body?: object;
}

/** What the reference says about an operation, beyond its summary and its schemas. */
export interface OperationReference {
  /** The permissions that a key needs: all (`+`) or one of several (`or`); null without credentials, and for the operator. */
  readonly needs: string | null;
  /** What it is for, what it does and what not, in Markdown. */
  readonly description: string;
  readonly request?: ExampleRequest;
  /** The body of its first successful answer. Files have none. */
  readonly answer?: unknown;
}

/** References by the id of the operation. */
export type OperationReferences = Readonly<Record<string, OperationReference>>;

/** An operation with its example request. */
export interface SampledOperation {
  readonly id: string;
  readonly method: string;
  /** With parameters in braces. */
  readonly path: string;
  readonly reference: OperationReference;
}
