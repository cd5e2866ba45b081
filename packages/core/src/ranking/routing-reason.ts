import { analyze } from "../text/analyze.ts";
import { detectLanguage } from "../text/detect-language.ts";
import { createSketchQuestion } from "./sketch-question.ts";

/** What a recommendation rests on. */
export interface RoutingGrounds {
  /** The question's words that the space's passages hold. */
  readonly held: readonly string[];
  /** The question's words that its name or description hold. */
  readonly mentioned: readonly string[];
  /** True when a passage was found. */
  readonly hasPassage: boolean;
}

const NAMED_WORDS = 3;

/** Says in plain words why a space is recommended. */
export function routingReason({ held, mentioned, hasPassage }: RoutingGrounds): string {
  const parts = [
    held.length > 0 ? `its passages hold ${listed(held)}` : "",
    held.length === 0 && hasPassage ? "one of its passages resembles the question" : "",
    mentioned.length > 0 ? `its name or description mentions ${listed(mentioned)}` : "",
  ].filter((part) => part !== "");
  const reason = parts.join("; ") || "its name or description resembles the question";
  return `${reason.slice(0, 1).toUpperCase()}${reason.slice(1)}.`;
}

/**
 * Finds the question's words that a text holds, the longest first: short ones are seldom what a question is about.
 * The question is read once for all texts.
 */
export function createMentions(query: string): (text: string) => string[] {
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

function listed(words: readonly string[]): string {
  const quoted = words.map((word) => `"${word}"`);
  const last = quoted.pop();
  return quoted.length === 0 ? `${last}` : `${quoted.join(", ")} and ${last}`;
}
