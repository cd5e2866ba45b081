import { LIMITS, type QuestionGroup } from "@quarry/schema";
import type { WordedQuestion } from "./group-by-likeness.ts";

const SPACES_SHOWN = 100;

/** Describes a group of questions, the newest first. */
export function toGroup(group: readonly WordedQuestion[]): QuestionGroup {
  const [question = "", ...others] = mostFrequent(group.map(({ text }) => text.trim()));
  const similarities = group.flatMap(({ bestSimilarity }) => bestSimilarity ?? []);
  return {
    question,
    others: others.slice(0, LIMITS.questionWordingsShown),
    count: group.length,
    lastAskedAt: (group[0]?.askedAt ?? new Date(0)).toISOString(),
    bestSimilarity: similarities.length === 0 ? null : Math.max(...similarities),
    spaceIds: mostFrequent(group.flatMap(({ spaceIds }) => spaceIds)).slice(0, SPACES_SHOWN),
  };
}

/** The distinct values, the most frequent first; equally frequent ones in their order. */
function mostFrequent(values: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].sort(([, one], [, other]) => other - one).map(([value]) => value);
}
