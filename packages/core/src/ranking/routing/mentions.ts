import { analyze } from "../../text/analyze.ts";
import { detectLanguage } from "../../text/languages/detect-language.ts";
import { createSketchQuestion } from "./sketch-question.ts";

const NAMED_WORDS = 3;

/**
 * Creates a function that returns up to three of the question's words that a text contains, longest first: short words
 * are rarely the subject of a question. Analyzes the question once per language.
 */
export function createMentionFinder(query: string): (text: string) => string[] {
  const question = createSketchQuestion(query);
  return (text) => {
    const language = detectLanguage(text);
    const { sequence, joined } = analyze(text, language);
    const held = new Set([...sequence, ...joined]);
    const words = question.wordsIn(language);
    const mentioned = question.termsIn(language).flatMap((term, at) => (held.has(term) && words[at]) || []);
    return [...new Set(mentioned)].sort((a, b) => b.length - a.length).slice(0, NAMED_WORDS);
  };
}
