import type { VectorStore } from "@quarry/core";
import type { Tier } from "@quarry/schema";
import type { VectorStoreConfig } from "../platform/settings/vector-store.ts";
import type { AuditLog } from "../records/audit/audit-log.ts";
import { type BackupDeps, backUp } from "./backup/back-up.ts";
import { type DoctorDeps, examine } from "./doctor.ts";
import { move } from "./move.ts";
import type { Operation } from "./operation-event.ts";
import { changeTier, listTiers } from "./organization-tiers.ts";
import { reindex } from "./reindex.ts";

/** An operation with its parameters, as the command sends it to a running service. */
export type OperationRequest =
  | { readonly name: "doctor"; readonly repair: boolean }
  | { readonly name: "reindex" }
  | { readonly name: "move"; readonly to: VectorStoreConfig }
  /** `folder` is absolute: the service may run in another working directory than the command. */
  | { readonly name: "backup"; readonly folder: string }
  | { readonly name: "tiers" }
  | { readonly name: "tier"; readonly orgId: string; readonly to: Tier };

/** Runs an operation. */
export type Operations = (request: OperationRequest) => Operation;

/** Creates the operations. `openStore` opens a vector store in addition to the one in use. */
export function createOperations(
  deps: DoctorDeps &
    BackupDeps & {
      readonly ready: Promise<void>;
      readonly audit: AuditLog;
      openStore(config: VectorStoreConfig): Promise<VectorStore>;
    },
): Operations {
  return async function* run(request) {
    await deps.ready;
    switch (request.name) {
      case "doctor":
        return yield* examine(deps, request.repair);
      case "reindex":
        return yield* reindex(deps);
      case "backup":
        return yield* backUp(deps, request.folder);
      case "tiers":
        return yield* listTiers(deps);
      case "tier":
        return yield* changeTier(deps, request.orgId, request.to);
      case "move": {
        const target = await deps.openStore(request.to);
        try {
          const setting = request.to.kind === "module" ? request.to.module : request.to.kind;
          return yield* move(deps, target, setting);
        } finally {
          await target.close();
        }
      }
    }
  };
}
