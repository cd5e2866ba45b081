import type { AuditEntry, AuditPage, ListAuditParameters } from "@quarry/schema";
import type { CallOptions } from "../http/options.ts";
import type { Transport } from "../http/transport.ts";
import { type ListPromise, startList } from "./list-page.ts";

/** The audit log: changes to the organization, its members, API keys, webhooks and spaces. */
export class Audit {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Lists the audit log, newest first. */
  list(parameters: ListAuditParameters = {}, options?: CallOptions): ListPromise<AuditEntry> {
    return startList((page = parameters.page) =>
      this.#transport.send<AuditPage>(
        { method: "GET", path: "/api/audit", parameters: { ...parameters, page } },
        options,
      ),
    );
  }
}
