import type { Runner } from "../runner.ts";
import { batchGroup } from "./batches.ts";
import { containmentGroup } from "./containment.ts";
import { deletionGroup } from "./deletion.ts";
import { durabilityGroup } from "./durability.ts";
import { growthGroup } from "./growth.ts";
import { operatorGroup } from "./operators.ts";
import { rankingGroup } from "./ranking.ts";
import { scaleGroup } from "./scale.ts";
import { scanGroup } from "./scan.ts";
import { scopeGroup } from "./scopes.ts";
import type { VectorStoreFactory, VectorStoreOptions } from "./subject.ts";
import type { VectorStoreGroup } from "./test-group.ts";
import { upsertGroup } from "./upserts.ts";
import { vectorGroup } from "./vectors.ts";
import { writerGroup } from "./writers.ts";

const GROUPS: readonly VectorStoreGroup[] = [
  upsertGroup,
  deletionGroup,
  scopeGroup,
  containmentGroup,
  operatorGroup,
  rankingGroup,
  vectorGroup,
  batchGroup,
  writerGroup,
  scanGroup,
  durabilityGroup,
  growthGroup,
  scaleGroup,
];

/**
 * Tries a vector store against every promise of its port.
 * @param runner Your test runner's `describe`, `test` and `expect`.
 */
export function vectorStoreSuite(
  runner: Runner,
  factory: VectorStoreFactory,
  options: VectorStoreOptions = {},
): void {
  for (const group of GROUPS) group(runner, factory, options);
}
