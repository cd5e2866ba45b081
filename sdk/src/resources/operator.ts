import type { DoctorBody, DoctorResponse, OperatorResponse } from "@quarry/schema";
import type { ApiPromise } from "../http/api-promise.ts";
import type { CallOptions } from "../http/options.ts";
import type { Transport } from "../http/transport.ts";

/** The server closes idle connections shortly after this time. */
const EXAMINE_TIMEOUT_MS = 250_000;

/** The whole service, for its operator: an owner of the first organization, or the root key. */
export class Operator {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Retrieves the state of the service: version, stores, queues, failures, disk and memory. */
  get(options?: CallOptions): ApiPromise<OperatorResponse> {
    return this.#transport.send({ method: "GET", path: "/api/operator" }, options);
  }

  /** Examines the stored data, and with `repair: true` repairs it. It may take minutes. */
  examine(body: DoctorBody = {}, options?: CallOptions): ApiPromise<DoctorResponse> {
    // Repeating the call examines again.
    const call = { method: "POST", path: "/api/operator/doctor", body, idempotent: true } as const;
    return this.#transport.send(call, { ...options, timeoutMs: options?.timeoutMs ?? EXAMINE_TIMEOUT_MS });
  }
}
