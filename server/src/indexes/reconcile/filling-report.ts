import type { Log } from "../../platform/log/log.ts";
import type { IndexKind } from "../records/index-differences.ts";

/** A filling that is over sooner is not reported. */
const FIRST_MS = 2000;
const EVERY_MS = 10_000;

const NAMES: Readonly<Record<IndexKind, string>> = { lexical: "lexical index", vectors: "vector store" };

/** Reports to the operator that an index is being filled, for which a start or `/ready` waits. */
export interface FillingReport {
  /** Records that differences were repaired. */
  add(count: number): void;
  end(): void;
}

/** Creates a report of one filling, which starts now. */
export function createFillingReport(
  kind: IndexKind,
  log: Pick<Log, "info">,
  nowMs: () => number = () => performance.now(),
): FillingReport {
  const startedAt = nowMs();
  let nextAt = startedAt + FIRST_MS;
  let filled = 0;
  let isReported = false;
  return {
    add(count) {
      filled += count;
      if (nowMs() < nextAt) return;
      nextAt = nowMs() + EVERY_MS;
      isReported = true;
      log.info(`The ${NAMES[kind]} is filled from the database: ${filled} entries so far.`);
    },
    end() {
      if (!isReported) return;
      const seconds = ((nowMs() - startedAt) / 1000).toFixed(1);
      log.info(`The ${NAMES[kind]} is filled: ${filled} entries in ${seconds} s.`);
    },
  };
}
