import type { PluginHealth } from "../../platform/plugins/plugin-health.ts";
import type { ScoreVectors } from "./stored-scores.ts";

/**
 * Creates `scores` for a store that may have lost vectors: when it lacks most of the scores, scores of the database take
 * their place, and its health reports it.
 */
export function createTrustedScores(deps: {
  readonly scores: ScoreVectors;
  readonly storedScores: ScoreVectors;
  readonly health: Pick<PluginHealth, "doubt">;
}): ScoreVectors {
  const { scores, storedScores, health } = deps;
  return async (scoring) => {
    const { ids } = scoring;
    const found = await scores(scoring);
    if (found.size * 2 >= ids.length) {
      if (ids.length > 0) health.doubt("scores", undefined);
      return found;
    }
    const missing = ids.filter((id) => !found.has(id));
    // Chunks of another model have no score, here or there.
    const stored = await storedScores({ ...scoring, ids: missing });
    if (stored.size * 2 < missing.length) return found;
    health.doubt("scores", `returned ${found.size} of ${found.size + stored.size} scores`);
    return new Map([...found, ...stored]);
  };
}
