import type {
  BulkBody,
  BulkOperation,
  BulkOperationPage,
  BulkOperationResponse,
  BulkStartResponse,
  ListBulkOperationsParameters,
} from "@quarry/schema";
import { type ApiPromise, convertData } from "../http/api-promise.ts";
import type { CallOptions } from "../http/options.ts";
import { path } from "../http/path.ts";
import type { Transport } from "../http/transport.ts";
import { type ListPromise, startList } from "./list-page.ts";
import { type BulkWaitOptions, waitForOperation } from "./wait-for-operation.ts";

/** What to do with which documents. Give either `where` or `ids`. */
export type BulkRequest = Omit<BulkBody, "dryRun">;

/** A bulk operation that was started. */
export interface StartedBulk {
  /** Number of documents that were found. */
  readonly count: number;
  /** The operation as it was started. */
  readonly operation: BulkOperation;
}

/** Identifies a bulk operation. */
export interface BulkName {
  /** Id of the operation. */
  readonly id: string;
}

/** Bulk operations: deletes, processes again or tags all documents that a filter finds, in the background. */
export class Bulk {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * Starts an operation on the documents that the filter finds now. It goes on in the background; {@link Bulk.wait} waits
   * for its end.
   */
  start(request: BulkRequest, options?: CallOptions): ApiPromise<StartedBulk> {
    // Only a dry run has no operation.
    return convertData(this.#send(request, options), (answer) => answer as StartedBulk);
  }

  /** Counts the documents that an operation would concern, without starting it. */
  count(
    request: BulkRequest,
    options?: CallOptions,
  ): ApiPromise<{
    /** Number of documents that were found. */
    readonly count: number;
  }> {
    return convertData(this.#send({ ...request, dryRun: true }, options), ({ count }) => ({ count }));
  }

  /** Retrieves an operation with its progress and its first failures. */
  get({ id }: BulkName, options?: CallOptions): ApiPromise<BulkOperationResponse> {
    return this.#transport.send({ method: "GET", path: path`/api/bulk-operations/${id}` }, options);
  }

  /** Lists operations, newest first. */
  list(parameters: ListBulkOperationsParameters = {}, options?: CallOptions): ListPromise<BulkOperation> {
    return startList((page = parameters.page) =>
      this.#transport.send<BulkOperationPage>(
        { method: "GET", path: "/api/bulk-operations", parameters: { ...parameters, page } },
        options,
      ),
    );
  }

  /** Cancels an operation: documents that are not done stay as they are. */
  cancel({ id }: BulkName, options?: CallOptions): ApiPromise<BulkOperationResponse> {
    return this.#transport.send({ method: "POST", path: path`/api/bulk-operations/${id}/cancel` }, options);
  }

  /**
   * Resolves with the operation when it is completed or cancelled. Check its `failed` and `failures`. Rejects with
   * {@link TimeoutError} if it takes longer than `timeoutMs`; it goes on on the server.
   */
  wait(name: BulkName, options?: BulkWaitOptions): Promise<BulkOperation> {
    return waitForOperation(async (waiting) => (await this.get(name, waiting)).operation, options);
  }

  #send(body: BulkBody, options?: CallOptions): ApiPromise<BulkStartResponse> {
    return this.#transport.send({ method: "POST", path: "/api/documents/bulk", body }, options);
  }
}
