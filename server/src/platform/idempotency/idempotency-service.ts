import { createHash } from "node:crypto";
import { QuarryError } from "@quarry/core";
import type { Caller } from "../access/caller.ts";
import type { Database } from "../database/database.ts";
import { startHeartbeat } from "../leases/heartbeat.ts";
import type { Log } from "../log/log.ts";
import { claimKey, deleteKey, endLease, readKey, renewKey, storeAnswer } from "./idempotency-key-queries.ts";
import { type KeptAnswer, seal, sealingKey, unseal } from "./sealed-answer.ts";

/** The right to perform a call under a key. Call exactly one of its methods when the call has ended. */
export interface Claim {
  /** The call was performed: repetitions get this answer. */
  done(answer: KeptAnswer): Promise<void>;
  /** The call had no effect: it can be repeated under the same key. */
  refused(): Promise<void>;
  /** It is unknown whether the call had an effect. */
  uncertain(): Promise<void>;
}

/** Performs repeated calls with the same idempotency key only once. */
export interface IdempotencyService {
  /**
   * Returns the right to perform the call, or the answer from when it was performed.
   * @param key Belongs to the caller: equal keys of different callers are different keys.
   * @param request The content of the call. A repetition must have the same content.
   * @throws QuarryError `request_in_progress`, `idempotency_key_reused` or `outcome_unknown`.
   */
  begin(
    caller: Pick<Caller, "orgId" | "actor">,
    key: string,
    request: string,
  ): Promise<{ readonly claim: Claim } | { readonly answer: KeptAnswer }>;
}

/** When the process that performs a call dies, the outcome becomes unknown after this time. */
const LEASE_SECONDS = 30;
const RETRY_AFTER_MS = 1000;

const sha256 = (text: string) => createHash("sha256").update(text).digest("base64url");

/**
 * Creates the idempotency service.
 * @param deps.secret The service's secret. Stored answers are encrypted with it.
 */
export function createIdempotencyService(deps: {
  db: Database;
  log: Log;
  secret: string;
}): IdempotencyService {
  const { db, log, secret } = deps;

  return {
    async begin({ orgId, actor }, key, request) {
      const name = { actorId: actor.id, keyHash: sha256(key) };
      const fingerprint = sha256(request);
      const sealing = sealingKey(secret, orgId, actor.id, key);
      while (!(await claimKey(db, orgId, { ...name, fingerprint, leaseSeconds: LEASE_SECONDS }))) {
        const used = await readKey(db, orgId, name);
        // Its call had no effect and deleted the key since the insert was refused.
        if (!used) continue;
        if (used.fingerprint !== fingerprint) throw reused();
        if (used.answer === null) throw used.isLeased ? inProgress() : unknown();
        const answer = unseal(sealing, used.answer);
        if (!answer) throw unknown();
        return { answer };
      }
      const heartbeat = startHeartbeat(
        LEASE_SECONDS * 1000,
        () => renewKey(db, orgId, name, LEASE_SECONDS),
        (error) => log.error("Could not renew the lease of an idempotency key", error),
      );
      const end = async (write: () => Promise<void>) => {
        heartbeat.stop();
        // The caller gets its answer in any case; repetitions then get `outcome_unknown`.
        await write().catch((error: unknown) =>
          log.error("Could not store the outcome of an idempotent call", error),
        );
      };
      return {
        claim: {
          done: (answer) => end(() => storeAnswer(db, orgId, name, seal(sealing, answer))),
          refused: () => end(() => deleteKey(db, orgId, name)),
          uncertain: () => end(() => endLease(db, orgId, name)),
        },
      };
    },
  };
}

function inProgress(): QuarryError {
  return new QuarryError(
    "request_in_progress",
    "A call with this Idempotency-Key is in progress. Send it again in a moment to get its answer.",
    { retryAfterMs: RETRY_AFTER_MS },
  );
}

function reused(): QuarryError {
  return new QuarryError(
    "idempotency_key_reused",
    "This Idempotency-Key was used for a different call. Use a new key for every call.",
  );
}

function unknown(): QuarryError {
  return new QuarryError(
    "outcome_unknown",
    "The call with this Idempotency-Key was interrupted, and it is unknown whether it had an effect. Check whether it did. If not, repeat it with a new key.",
  );
}
