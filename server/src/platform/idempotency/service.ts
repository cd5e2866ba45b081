import { createHash } from "node:crypto";
import { QuarryError } from "@quarry/core";
import type { Caller } from "../access/caller.ts";
import type { Database } from "../database/database.ts";
import type { Log } from "../log/log.ts";
import { dropKey, endLease, keepAlive, keepAnswer, readKey, takeKey } from "./queries.ts";
import { type KeptAnswer, seal, sealingKey, unseal } from "./sealed-answer.ts";

/** The right to do what was asked for under a key. Exactly one of its methods is called, when it is over. */
export interface Claim {
  /** It was done: repetitions get this answer. */
  done(answer: KeptAnswer): Promise<void>;
  /** It was not done: it may be asked for again. */
  refused(): Promise<void>;
  /** Whether it was done cannot be told. */
  uncertain(): Promise<void>;
}

/** Sees to it that what is asked for several times under one key is done once. */
export interface IdempotencyService {
  /**
   * Answers the right to do it, or the answer from when it was done.
   * @param key Is the caller's own: those of other callers are others.
   * @param request What is asked for.
   * @throws QuarryError `request_in_progress`, `idempotency_key_reused` or `outcome_unknown`.
   */
  begin(
    caller: Pick<Caller, "orgId" | "actor">,
    key: string,
    request: string,
  ): Promise<{ readonly claim: Claim } | { readonly answer: KeptAnswer }>;
}

/** Whoever says nothing for so long is no more. */
const LEASE_SECONDS = 30;
const SIGN_OF_LIFE_MS = 10_000;
const RETRY_AFTER_MS = 1000;

const sha256 = (text: string) => createHash("sha256").update(text).digest("base64url");

/** Creates it. @param secret The service's own, to seal answers with. */
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
      const seals = sealingKey(secret, orgId, actor.id, key);
      for (;;) {
        if (await takeKey(db, orgId, { ...name, fingerprint, leaseSeconds: LEASE_SECONDS })) break;
        const used = await readKey(db, orgId, name);
        // Whoever had it has just let go of it.
        if (!used) continue;
        if (used.fingerprint !== fingerprint) throw reused();
        if (used.answer === null) throw used.isAlive ? inProgress() : unknown();
        const answer = unseal(seals, used.answer);
        if (!answer) throw unknown();
        return { answer };
      }
      const timer = setInterval(() => {
        keepAlive(db, orgId, name, LEASE_SECONDS).catch((error: unknown) =>
          log.error("a call could not say that it is still being answered", error),
        );
      }, SIGN_OF_LIFE_MS);
      timer.unref();
      const end = async (write: () => Promise<void>) => {
        clearInterval(timer);
        // The answer is given in any case; repetitions will hear that the outcome is unknown.
        await write().catch((error: unknown) => log.error("the outcome of a call could not be kept", error));
      };
      return {
        claim: {
          done: (answer) => end(() => keepAnswer(db, orgId, name, seal(seals, answer))),
          refused: () => end(() => dropKey(db, orgId, name)),
          uncertain: () => end(() => endLease(db, orgId, name)),
        },
      };
    },
  };
}

function inProgress(): QuarryError {
  return new QuarryError(
    "request_in_progress",
    "The call with this Idempotency-Key is still being answered. Send it again in a moment to get its answer.",
    { retryAfterMs: RETRY_AFTER_MS },
  );
}

function reused(): QuarryError {
  return new QuarryError(
    "idempotency_key_reused",
    "This Idempotency-Key was used for another call. Give every call a key of its own.",
  );
}

function unknown(): QuarryError {
  return new QuarryError(
    "outcome_unknown",
    "It is unknown whether the call with this Idempotency-Key was done: it was broken off. Look whether it was, and if not, call with a new key.",
  );
}
