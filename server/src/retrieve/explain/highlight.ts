import {
  type Language,
  matchPassage,
  type PassageMatch,
  type Question,
  readQuestion,
} from "@quarry/core/internal";
import { detectLanguage } from "@quarry/core/internal/language";
import type { Database } from "../../platform/database/database.ts";
import { type Passage, placeOf } from "../hydrate/hydrate.ts";
import { findOpenings } from "../hydrate/place-queries.ts";

/** A passage beside the question, as the passage's language reads it. */
export interface ComparedPassage {
  readonly question: Question;
  readonly match: PassageMatch;
}

const OPENING_CHARS = 1000;

/** Finds the question's words in each passage, in the order of the passages. */
export async function comparePassages(
  db: Database,
  orgId: string,
  question: string,
  passages: readonly Passage[],
): Promise<ComparedPassage[]> {
  if (passages.length === 0) return [];
  const openings = await findOpenings(db, orgId, passages.map(placeOf), OPENING_CHARS);
  const asked = detectLanguage(question);
  const questions = new Map<Language, Question>();
  return passages.map(({ chunk: { content } }, at) => {
    // A document's beginning tells its language, as for the index; where it is short, the passage itself does.
    const language = detectLanguage(`${openings[at] ?? ""}\n${content}`);
    const read = questions.get(language) ?? readQuestion(question, language, asked);
    questions.set(language, read);
    return { question: read, match: matchPassage(read, content) };
  });
}
