import { analyzeQuestion } from "@quarry/core/internal";
import { detectLanguage } from "@quarry/core/internal/language";
import { LIMITS, type UnansweredQuestionsResponse } from "@quarry/schema";
import { and, desc, isNotNull } from "drizzle-orm";
import type { Database } from "../../platform/database/database.ts";
import { questions } from "../../platform/database/tables/question-tables.ts";
import { matching, type QuestionFilter } from "../../records/questions/question-rows.ts";
import { groupByLikeness, type WordedQuestion } from "./group-by-likeness.ts";
import { toGroup } from "./to-group.ts";

/** The part of a question that is compared, so that long ones take no more time. */
const COMPARED_CHARS = 500;
const COMPARED_TERMS = 32;
/** Questions that are analysed before other work has its turn. */
const TURN = 50;

/** Groups the newest questions without a good answer by their words. Function words do not count. */
export async function groupUnanswered(
  db: Database,
  orgId: string,
  filter: QuestionFilter,
  limit: number = LIMITS.questionGroupsDefault,
): Promise<UnansweredQuestionsResponse> {
  const { text, askedAt, bestSimilarity, spaceIds } = questions;
  const rows = await db
    .select({ text, askedAt, bestSimilarity, spaceIds })
    .from(questions)
    .where(and(matching(orgId, { ...filter, unanswered: true }), isNotNull(text)))
    .orderBy(desc(askedAt), desc(questions.id))
    .limit(LIMITS.questionsGroupedMax);
  const worded: WordedQuestion[] = [];
  for (const [at, { text, ...row }] of rows.entries()) {
    if (at % TURN === TURN - 1) await new Promise<void>((resolve) => setImmediate(resolve));
    const shown = text ?? "";
    worded.push({ ...row, text: shown, terms: termsOf(shown) });
  }
  const groups = groupByLikeness(worded);
  return {
    groups: groups.slice(0, limit).map(toGroup),
    totalGroups: groups.length,
    questions: worded.length,
  };
}

/** The distinct stems of a question without its function words. */
function termsOf(text: string): string[] {
  const compared = text.slice(0, COMPARED_CHARS).toWellFormed();
  const { sequence, joined, weakWords } = analyzeQuestion(compared, detectLanguage(compared));
  const terms = [...new Set([...sequence, ...joined])].filter((term) => !weakWords.has(term));
  return terms.slice(0, COMPARED_TERMS);
}
