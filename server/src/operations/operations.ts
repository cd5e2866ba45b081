import type { VectorStore } from "@quarry/core";
import type { VectorStoreConfig } from "../settings/vector-store.ts";
import { type DoctorDeps, examine } from "./doctor.ts";
import { move } from "./move.ts";
import type { Operation } from "./operation-event.ts";
import { reindex } from "./reindex.ts";

/** What an operator can ask for, as it is sent to a running service. */
export type OperationRequest =
  | { readonly name: "doctor"; readonly repair: boolean }
  | { readonly name: "reindex" }
  | { readonly name: "move"; readonly to: VectorStoreConfig };

/** Runs what an operator asks for. */
export type Operations = (request: OperationRequest) => Operation;

/** Creates the operations. `openStore` opens a vector store besides the one in use. */
export function createOperations(
  deps: DoctorDeps & {
    readonly ready: Promise<void>;
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
      case "move": {
        const target = await deps.openStore(request.to);
        try {
          const setting = request.to.kind === "module" ? request.to.path : request.to.kind;
          return yield* move(deps, target, setting);
        } finally {
          await target.close();
        }
      }
    }
  };
}
