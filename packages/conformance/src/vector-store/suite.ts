import type { Runner } from "../runner.ts";
import { batchGroup } from "./groups/batches.ts";
import { containmentGroup } from "./groups/containment.ts";
import { deletionGroup } from "./groups/deletion.ts";
import { durabilityGroup } from "./groups/durability.ts";
import { growthGroup } from "./groups/growth.ts";
import { operatorGroup } from "./groups/operators.ts";
import { outageGroup } from "./groups/outages.ts";
import { rankingGroup } from "./groups/ranking.ts";
import { scaleGroup } from "./groups/scale.ts";
import { scanGroup } from "./groups/scan.ts";
import { scopeGroup } from "./groups/scopes.ts";
import { scoreGroup } from "./groups/scores.ts";
import { upsertGroup } from "./groups/upserts.ts";
import { vectorGroup } from "./groups/vectors.ts";
import { writerGroup } from "./groups/writers.ts";
import type { VectorStoreFactory, VectorStoreOptions } from "./subject.ts";
import type { VectorStoreGroup } from "./test-group.ts";

const GROUPS: readonly VectorStoreGroup[] = [
  upsertGroup,
  deletionGroup,
  scopeGroup,
  containmentGroup,
  operatorGroup,
  rankingGroup,
  scoreGroup,
  vectorGroup,
  batchGroup,
  writerGroup,
  scanGroup,
  durabilityGroup,
  outageGroup,
  growthGroup,
  scaleGroup,
];

/**
 * Tests a vector store against its port's contract.
 * @param runner Your test runner's `describe`, `test` and `expect`.
 */
export function vectorStoreSuite(
  runner: Runner,
  factory: VectorStoreFactory,
  options: VectorStoreOptions = {},
): void {
  for (const group of GROUPS) group(runner, factory, options);
}
