import type { AuditEntry, AuditPage, ListAuditParameters } from "@quarry/schema";
import { type ListPromise, startList } from "./list-page.ts";
import type { CallOptions } from "./options.ts";
import type { Transport } from "./transport.ts";

/** The audit log: who did what to the organization, its keys and its spaces. */
export class Audit {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Lists what was done, the newest first. */
  list(parameters: ListAuditParameters = {}, options?: CallOptions): ListPromise<AuditEntry> {
    return startList((page = parameters.page) =>
      this.#transport.send<AuditPage>(
        { method: "GET", path: "/api/audit", parameters: { ...parameters, page } },
        options,
      ),
    );
  }
}
