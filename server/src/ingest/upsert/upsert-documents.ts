import { QuarryError } from "@quarry/core";
import type { TenantScope } from "../../platform/access/tenant-scope.ts";
import { isUniqueViolation, postgresCode } from "../../platform/log/database-errors.ts";
import { spaceNotFound } from "../../records/spaces/space-not-found.ts";
import { documentKey } from "../commit/document-lock.ts";
import { StaleWrite } from "../commit/lock-current.ts";
import type { IngestDeps } from "../ingest-deps.ts";
import type { DocumentInput } from "../receive/document-input.ts";
import { attemptUpsert, type UpsertEntry, type UpsertOutcome } from "./attempt-upsert.ts";
import { filenameWaves } from "./filename-waves.ts";

/**
 * Creates or replaces documents of a space by filename. Returns the outcomes in the order of the inputs. Written
 * documents can be found as soon as it resolves.
 */
export type UpsertDocuments = (
  scope: TenantScope,
  spaceId: string,
  inputs: readonly DocumentInput[],
) => Promise<UpsertOutcome[]>;

const MAX_TRIES = 12;
/** Writers of the same document back off for a random, growing time, so that each of them makes progress. */
const RETRY_MS = 5;
const RETRY_MAX_MS = 500;
const FOREIGN_KEY_VIOLATION = "23503";

/** Creates the synchronous write path. */
export function createUpsert(deps: IngestDeps): UpsertDocuments {
  async function upsertWave(scope: TenantScope, spaceId: string, wave: readonly UpsertEntry[]) {
    const keys = wave.map(({ input }) => documentKey(spaceId, input.filename));
    await deps.mutex.run(keys, async () => {
      for (let tries = 1; ; tries += 1) {
        const open = wave.filter(({ isWritten }) => !isWritten);
        try {
          return await attemptUpsert(deps, scope, spaceId, open);
        } catch (error) {
          const isPurged = postgresCode(error) === FOREIGN_KEY_VIOLATION;
          // Another process wrote first: start again from its state.
          const isOvertaken = error instanceof StaleWrite || isUniqueViolation(error);
          if (!isPurged && !isOvertaken) throw error;
          for (const { input, isWritten } of open) if (!isWritten) input.file.release();
          if (isPurged) throw spaceNotFound(spaceId);
          if (tries >= MAX_TRIES) throw contended(error);
          await Bun.sleep(Math.random() * Math.min(RETRY_MAX_MS, RETRY_MS * 2 ** tries));
        }
      }
    });
  }

  return async (scope, spaceId, inputs) => {
    const entries: UpsertEntry[] = inputs.map((input) => ({ input, isWritten: false }));
    for (const wave of filenameWaves(entries)) await upsertWave(scope, spaceId, wave);
    return entries.map(
      ({ outcome }) => outcome ?? new QuarryError("internal", "A document of the upsert has no outcome."),
    );
  };
}

function contended(cause: unknown): QuarryError {
  const message = "Too many requests write this document at the same time. Try again soon.";
  return new QuarryError("unavailable", message, { cause, retryAfterMs: 1000 });
}
