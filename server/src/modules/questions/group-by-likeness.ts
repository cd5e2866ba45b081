/** A question and its words. */
export interface WordedQuestion {
  readonly text: string;
  /** Distinct. */
  readonly terms: readonly string[];
  readonly askedAt: Date;
  readonly bestSimilarity: number | null;
  readonly spaceIds: readonly string[];
}

/** Questions are alike when they share at least this part of the words of both. */
const LIKENESS = 0.5;

/**
 * Groups questions that share most of their words: the Jaccard index of the words of a question and of a group's first question
 * is at least a half. A question joins the group that it is most like. The first questions of groups are those with the wording
 * that was asked most often.
 * @param questions The newest first.
 * @returns The groups, largest first, then latest first; each with its questions, the newest first.
 */
export function groupByLikeness(questions: readonly WordedQuestion[]): WordedQuestion[][] {
  const groups: WordedQuestion[][] = [];
  const sizes: number[] = [];
  const groupsOfTerm = new Map<string, number[]>();
  for (const same of sameWords(questions)) {
    const { terms = [] } = same[0] ?? {};
    const best = bestGroup(terms, groupsOfTerm, sizes);
    if (best !== undefined) {
      groups[best]?.push(...same);
      continue;
    }
    const added = groups.push([...same]) - 1;
    sizes.push(terms.length);
    for (const term of terms) {
      const known = groupsOfTerm.get(term);
      if (known) known.push(added);
      else groupsOfTerm.set(term, [added]);
    }
  }
  for (const group of groups) group.sort((one, other) => other.askedAt.getTime() - one.askedAt.getTime());
  return groups.sort((one, other) => other.length - one.length || latest(other) - latest(one));
}

/** The questions with the same words in any order; the most frequent words first, of these the latest. */
function sameWords(questions: readonly WordedQuestion[]): WordedQuestion[][] {
  const byWords = Map.groupBy(questions, ({ text, terms }) =>
    terms.length === 0 ? ` ${text}` : terms.toSorted().join(" "),
  );
  return [...byWords]
    .sort(
      ([oneKey, one], [otherKey, other]) =>
        other.length - one.length || latest(other) - latest(one) || (oneKey < otherKey ? -1 : 1),
    )
    .map(([, same]) => same);
}

/** The group whose first question is most like these words; the older of equal ones. */
function bestGroup(
  terms: readonly string[],
  groupsOfTerm: ReadonlyMap<string, readonly number[]>,
  sizes: readonly number[],
): number | undefined {
  const shared = new Map<number, number>();
  for (const term of terms)
    for (const group of groupsOfTerm.get(term) ?? []) shared.set(group, (shared.get(group) ?? 0) + 1);
  let best: number | undefined;
  let bestLikeness = 0;
  for (const [group, count] of shared) {
    const likeness = count / (terms.length + (sizes[group] ?? 0) - count);
    if (likeness < LIKENESS || likeness < bestLikeness) continue;
    if (best !== undefined && likeness === bestLikeness && group > best) continue;
    best = group;
    bestLikeness = likeness;
  }
  return best;
}

const latest = ([first]: readonly WordedQuestion[]) => first?.askedAt.getTime() ?? 0;
