import type { Clock } from "@quarry/core";
import type { NewId } from "@quarry/core/internal";
import type { Database } from "../../platform/database/database.ts";
import type { QueryService } from "../../retrieve/query-service.ts";
import type { LegSearch } from "../../retrieve/search/search-legs.ts";
import type { SpaceService } from "../spaces/service.ts";
import { createGoldenQueries, type GoldenQueries } from "./golden-query-records.ts";
import { createEvaluationRuns, type EvaluationRuns } from "./runs.ts";

/** Stores golden queries, runs them, and fits the ranking to them. Spaces are given by id or slug. */
export interface EvaluationService extends GoldenQueries, EvaluationRuns {}

/** Creates the evaluation service. `ready` resolves when the indexes match the database. */
export function createEvaluationService(deps: {
  readonly db: Database;
  readonly newId: NewId;
  readonly clock: Clock;
  readonly ready: Promise<void>;
  readonly queries: QueryService;
  readonly legSearch: LegSearch;
  readonly spaces: Pick<SpaceService, "update">;
}): EvaluationService {
  return { ...createGoldenQueries(deps), ...createEvaluationRuns(deps) };
}
