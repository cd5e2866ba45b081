import { fuzzyWordsAmong } from "../ranking/lexical/fuzzy-words.ts";
import { MAX_FUZZY_WORDS } from "../ranking/lexical/query-terms.ts";
import { characterClass, codeAt, SOUTHEAST_ASIAN } from "../text/characters/character-classes.ts";
import { type TextSpan, wholeCharacters } from "../text/characters/graphemes.ts";
import { isStopWord } from "../text/languages/stop-words.ts";
import { locateTerms } from "../text/locate/locate-terms.ts";
import { highlightedRuns, type MatchedWord } from "./highlighted-runs.ts";
import { type Question, type QuestionUnit, spelled } from "./question.ts";

/** How a word of a question matched: exactly, with a typo, or joined with or split from its neighbors. */
export type MatchKind = "word" | "typo" | "joined";

/** A word of the question in a passage. */
export interface WordMatch {
  readonly how: MatchKind;
  /** Distinct spellings in the passage, in reading order. */
  readonly texts: readonly string[];
}

/** The matches of a question in a passage. */
export interface PassageMatch {
  /** Ranges of the passage to highlight; sorted, disjoint, at grapheme boundaries. */
  readonly highlights: readonly TextSpan[];
  /** The units of the question that count and were found. */
  readonly units: ReadonlyMap<QuestionUnit, WordMatch>;
}

interface Found {
  readonly how: MatchKind;
  readonly span: TextSpan;
}

/** Matches a passage against a question word by word, with the lexical index's rules. */
export function matchPassage(question: Question, passage: string): PassageMatch {
  const { words, joined } = locateTerms(passage, question.language);
  const compounds = [
    ...joined.map((span) => ({ span, units: unitsThatCount(question.unitsOf.get(span.term)) })),
    ...[...words, ...joined].map((span) => ({ span, units: unitsThatCount(question.joined.get(span.term)) })),
  ].filter(({ units }) => units.length > 0);
  const inCompounds = new Set(compounds.flatMap(({ units }) => units));
  const held = new Set(words.map(({ term }) => term));
  const typos = typosFor(question, held, inCompounds);
  const runs = highlightedRuns(
    passage,
    words.map((word): MatchedWord | undefined => {
      const questionTerm = question.unitsOf.has(word.term) ? word.term : typos.get(word.term);
      if (questionTerm === undefined) return undefined;
      const isFuzzyStopWord =
        questionTerm !== word.term && isStopWord(spelled(textOf(passage, word)), question.language);
      return isFuzzyStopWord ? undefined : { ...word, questionTerm };
    }),
    question,
  );

  const found = new Map<QuestionUnit, Found[]>();
  const add = (unit: QuestionUnit, match: Found) => {
    const matches = found.get(unit);
    if (matches) matches.push(match);
    else found.set(unit, [match]);
  };
  for (const run of runs) for (const [unit, match] of unitsIn(run, question)) add(unit, match);
  for (const { span, units } of compounds) for (const unit of units) add(unit, { how: "joined", span });
  const runSpans = runs.map((run): TextSpan => ({ start: run[0]?.start ?? 0, end: run.at(-1)?.end ?? 0 }));
  const spans = [...runSpans, ...compounds.map(({ span }) => span)];
  for (const unit of question.units)
    if (unit.counts && !found.has(unit))
      for (const span of findUnsegmented(unit, passage)) {
        add(unit, { how: "word", span });
        spans.push(span);
      }
  return {
    highlights: wholeCharacters(passage, spans),
    units: new Map([...found].map(([unit, matches]) => [unit, bestMatch(passage, matches)])),
  };
}

function unitsThatCount(units: readonly QuestionUnit[] | undefined): QuestionUnit[] {
  return (units ?? []).filter(({ counts }) => counts);
}

/** Finds fuzzy matches (RANKING.md, Fuzzy words) for words missing from the passage. Returns passage term -> question term. */
function typosFor(
  question: Question,
  held: ReadonlySet<string>,
  explained: ReadonlySet<QuestionUnit>,
): Map<string, string> {
  const typos = new Map<string, string>();
  const missing = question.units.filter(
    (unit) =>
      unit.counts && !explained.has(unit) && unit.terms.length === 1 && !held.has(unit.terms[0] ?? ""),
  );
  if (missing.length === 0) return typos;
  const others = [...held].filter((term) => !question.unitsOf.has(term));
  for (const { terms } of missing.slice(0, MAX_FUZZY_WORDS))
    for (const questionTerm of terms)
      for (const like of fuzzyWordsAmong(questionTerm, others))
        if (!typos.has(like.term)) typos.set(like.term, questionTerm);
  return typos;
}

/** Returns the units whose terms a run contains in order. Two characters of a longer Han or Kana word suffice. */
function unitsIn(run: readonly MatchedWord[], question: Question): [QuestionUnit, Found][] {
  const found: [QuestionUnit, Found][] = [];
  for (const [at, first] of run.entries())
    for (const unit of unitsThatCount(question.unitsOf.get(first.questionTerm))) {
      const offset = unit.terms.indexOf(first.questionTerm);
      // Already counted with the start of the unit.
      if (offset > 0 && run[at - 1]?.questionTerm === unit.terms[offset - 1]) continue;
      let length = 1;
      while (run[at + length] && run[at + length]?.questionTerm === unit.terms[offset + length]) length += 1;
      const last = run[at + length - 1];
      if (!last || length < Math.min(2, unit.terms.length)) continue;
      const how = first.questionTerm === first.term ? "word" : "typo";
      found.push([unit, { how, span: { start: first.start, end: last.end } }]);
    }
  return found;
}

/** Shorter words occur inside too many others. */
const MIN_UNSEGMENTED_LENGTH = 3;

/**
 * Finds a Southeast Asian word by its characters: the dictionary segmentation of unspaced text depends on the
 * surroundings.
 */
function findUnsegmented({ text }: QuestionUnit, passage: string): TextSpan[] {
  const spans: TextSpan[] = [];
  if (text.length < MIN_UNSEGMENTED_LENGTH || characterClass(codeAt(text, 0)) !== SOUTHEAST_ASIAN)
    return spans;
  for (let start = passage.indexOf(text); start >= 0; start = passage.indexOf(text, start + text.length))
    spans.push({ start, end: start + text.length });
  return spans;
}

const KINDS: readonly MatchKind[] = ["word", "joined", "typo"];

/** Merges the matches of a word: keeps only the best kind. */
function bestMatch(passage: string, matches: readonly Found[]): WordMatch {
  const how = KINDS.find((kind) => matches.some((match) => match.how === kind)) ?? "word";
  const spans = matches.filter((match) => match.how === how).map(({ span }) => span);
  const texts = spans.sort((a, b) => a.start - b.start).map((span) => textOf(passage, span));
  return { how, texts: [...new Set(texts)] };
}

function textOf(text: string, { start, end }: TextSpan): string {
  return text.slice(start, end);
}
