import { QuarryError } from "@quarry/core";
import { isDatabaseAway } from "../../platform/log/database-errors.ts";
import type { Log } from "../../platform/log/log.ts";
import type { Indexer } from "../delivery/indexer.ts";
import { isStoreAway } from "../delivery/outbox-delivery.ts";
import {
  type ComparedIndexes,
  findDifferences,
  type IndexDifference,
  type IndexKind,
} from "../records/index-differences.ts";
import type { IndexClaim } from "./claim-indexes.ts";
import { createFillingReport } from "./filling-report.ts";
import { repairDifferences } from "./reconcile.ts";

/** Delay between two attempts to fill an index whose database or store is unavailable. */
const RETRY_MS = 5000;

/** The initial filling of both indexes. */
export interface IndexFilling {
  /**
   * Resolves when the indexes match the database, or when the vector store alone is unavailable and will be filled
   * later. Rejects with QuarryError `unavailable` when the indexes cannot be filled.
   */
  readonly ready: Promise<void>;
  isDone(): boolean;
  /** Fills the vector store again in the background, if it may have lost what it held. */
  refillVectors(): void;
  /** Stops retrying. */
  stop(): void;
}

/** Starts to bring both indexes to the state of the database, where they may differ from it. */
export function createIndexFilling(
  deps: ComparedIndexes & { readonly claim: IndexClaim; readonly indexer: Indexer; readonly log: Log },
): IndexFilling {
  const { claim, indexer, log } = deps;
  let isStopped = false;
  let isDone = false;
  // As the process found it. Changes since then reach the indexes on their own, but a later filling must know them.
  let { expected } = deps;

  const fill = (kind: IndexKind) =>
    claim.fillWhereNeeded(kind, async () => {
      const report = createFillingReport(kind, log);
      await repairDifferences(indexer, findDifferences({ ...deps, expected }, [kind]), {
        onRepaired: report.add,
        ...(kind === "lexical" && deps.vectorDocuments && { isOfBoth: isMissing(deps.vectorDocuments) }),
      });
      report.end();
    });

  /** Retries while the database is away. Without the lexical index answers would be wrong, so it waits for that too. */
  async function fillPatiently(kind: IndexKind): Promise<void> {
    for (;;)
      try {
        return await fill(kind);
      } catch (error) {
        const isAway = isDatabaseAway(error) || (kind === "lexical" && isStoreAway(error));
        if (isStopped || !isAway) throw error;
        log.error("the database is unavailable; the indexes will be filled when it is back", error);
        await Bun.sleep(RETRY_MS);
      }
  }

  /** While the vector store is unavailable, the lexical index alone answers queries; retries in the background. */
  async function fillVectors(): Promise<void> {
    try {
      await fillPatiently("vectors");
    } catch (error) {
      if (isStopped || !isStoreAway(error)) throw error;
      void retryVectors();
    }
  }

  async function retryVectors(): Promise<void> {
    await Bun.sleep(RETRY_MS);
    if (!isStopped)
      await fillVectors().catch((error) => log.error("the vector store could not be filled", error));
  }

  let isRefilling = false;
  let mustRefill = false;

  async function refill(): Promise<void> {
    isRefilling = true;
    while (mustRefill && !isStopped) {
      mustRefill = false;
      await fillVectors().catch((error) => log.error("the vector store could not be filled", error));
    }
    isRefilling = false;
  }

  const ready = fillPatiently("lexical")
    .then(fillVectors)
    .then(() => {
      isDone = true;
      expected = undefined;
    })
    .catch((cause: unknown) => {
      log.error("the indexes could not be filled", cause);
      throw new QuarryError(
        "unavailable",
        "The indexes could not be filled. Check the service's log, then restart it.",
      );
    });

  return {
    ready,
    isDone: () => isDone,
    refillVectors() {
      mustRefill = true;
      if (isDone && !isRefilling) void refill();
    },
    stop() {
      isStopped = true;
    },
  };
}

/** Returns whether a missing document is also missing in the vector store, as when both lost their files. */
function isMissing(
  vectorDocuments: NonNullable<ComparedIndexes["vectorDocuments"]>,
): (difference: IndexDifference) => boolean {
  const held = new Map<string, ReadonlySet<string>>();
  return ({ orgId, subject, id, problem }) => {
    if (subject !== "document" || problem !== "missing") return false;
    const ids =
      held.get(orgId) ?? new Set(Array.from(vectorDocuments(orgId), ({ documentId }) => documentId));
    held.set(orgId, ids);
    return !ids.has(id);
  };
}
