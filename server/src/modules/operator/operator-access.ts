import { QuarryError } from "@quarry/core";
import type { Caller } from "../../platform/access/caller.ts";
import type { Database } from "../../platform/database/database.ts";
import { hashKey } from "../../records/keys/key-format.ts";
import { findKeyByHash } from "../../records/keys/key-rows.ts";
import { findFirstOrganization } from "../../records/organizations/organization-rows.ts";

/** Throws `forbidden` for everyone but the operator. */
export type RequireOperator = (caller: Caller) => Promise<void>;

/**
 * Creates the check of operators: the owners of the first organization, and the root key. Any other key of the organization
 * may have been made by an admin, who may not do this.
 * @param rootKey Reads the key that only those know who can read the server's settings or data folder.
 */
export function createOperatorAccess(deps: {
  readonly db: Database;
  readonly rootKey: () => Promise<string | undefined>;
}): RequireOperator {
  const { db, rootKey } = deps;

  async function isRootKey({ orgId, actor }: Caller): Promise<boolean> {
    const key = actor.kind === "key" ? await rootKey() : undefined;
    if (key === undefined) return false;
    const hash = hashKey(key);
    const row = await findKeyByHash(db, hash);
    // An admin may rotate the key and then has its new secret.
    return row?.hash === hash && row.orgId === orgId && row.id === actor.id;
  }

  return async (caller) => {
    const first = await findFirstOrganization(db);
    const isFirst = first?.id === caller.orgId;
    if (isFirst && (caller.role === "owner" || (await isRootKey(caller)))) return;
    throw new QuarryError(
      "forbidden",
      caller.role === null
        ? "This API key is not the operator's. Use the root key, or sign in as an owner of the first organization."
        : `Your role ${caller.role} is not the operator's: only owners of the first organization may do this.`,
    );
  };
}
