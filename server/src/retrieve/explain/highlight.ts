import {
  type Language,
  matchPassage,
  type PassageMatch,
  type Question,
  readQuestion,
} from "@quarry/core/internal";
import { detectLanguage } from "@quarry/core/internal/language";
import type { Database } from "../../platform/database/database.ts";
import type { Passage } from "../hydrate/hydrate.ts";
import { findOpenings, positionOf } from "./surrounding-chunks.ts";

/** A passage compared with the question, which is analyzed in the passage's language. */
export interface ComparedPassage {
  readonly question: Question;
  readonly match: PassageMatch;
}

const OPENING_CHARS = 1000;

/** Finds the question's terms in each passage, in the order of the passages. */
export async function comparePassages(
  db: Database,
  orgId: string,
  question: string,
  passages: readonly Passage[],
): Promise<ComparedPassage[]> {
  if (passages.length === 0) return [];
  const openings = await findOpenings(db, orgId, passages.map(positionOf), OPENING_CHARS);
  const questionLanguage = detectLanguage(question);
  const questions = new Map<Language, Question>();
  return passages.map(({ chunk }, at) => {
    const { content } = chunk.text;
    // As in the index, the start of a document determines its language; the passage helps where the start is short.
    const language = detectLanguage(`${openings[at] ?? ""}\n${content}`);
    const read = questions.get(language) ?? readQuestion(question, language, questionLanguage);
    questions.set(language, read);
    return { question: read, match: matchPassage(read, content) };
  });
}
