import { fuzzyWordsAmong } from "../ranking/lexical/fuzzy-words.ts";
import { MAX_FUZZY_WORDS } from "../ranking/lexical/query-terms.ts";
import { characterClass, codeAt, SOUTHEAST_ASIAN } from "../text/characters/character-classes.ts";
import { type TextSpan, wholeCharacters } from "../text/characters/graphemes.ts";
import { isStopWord } from "../text/languages/stop-words.ts";
import { locateTerms } from "../text/locate/locate-terms.ts";
import { highlightedRuns, type MatchedWord } from "./highlighted-runs.ts";
import { type Question, type QuestionUnit, spelled } from "./question.ts";

/** How a word of a question was found: as it is, but for a typo, or written in one with or apart from its neighbours. */
export type MatchKind = "word" | "typo" | "joined";

/** A word of the question in a passage. */
export interface WordMatch {
  readonly how: MatchKind;
  /** As the passage wrote it, each way once, in reading order. */
  readonly texts: readonly string[];
}

/** What a passage has of a question. */
export interface PassageMatch {
  /** Pieces of the passage that are words of the question; sorted, disjoint, of whole characters. */
  readonly highlights: readonly TextSpan[];
  /** Those units of the question that count and are there. */
  readonly units: ReadonlyMap<QuestionUnit, WordMatch>;
}

interface Found {
  readonly how: MatchKind;
  readonly span: TextSpan;
}

/** Compares a passage with a question word by word, as the lexical index does. */
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
      const asked = question.unitsOf.has(word.term) ? word.term : typos.get(word.term);
      if (asked === undefined) return undefined;
      const isOther = asked !== word.term && isStopWord(spelled(textOf(passage, word)), question.language);
      return isOther ? undefined : { ...word, asked };
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
      for (const span of uncutWords(unit, passage)) {
        add(unit, { how: "word", span });
        spans.push(span);
      }
  return {
    highlights: wholeCharacters(passage, spans),
    units: new Map([...found].map(([unit, matches]) => [unit, summed(passage, matches)])),
  };
}

function unitsThatCount(units: readonly QuestionUnit[] | undefined): QuestionUnit[] {
  return (units ?? []).filter(({ counts }) => counts);
}

/** For words that the passage lacks: what it has instead, by RANKING.md, Fuzzy words. */
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
    for (const asked of terms)
      for (const like of fuzzyWordsAmong(asked, others))
        if (!typos.has(like.term)) typos.set(like.term, asked);
  return typos;
}

/** The units whose terms a run holds in order; of a long word of Han or Kana two characters will do. */
function unitsIn(run: readonly MatchedWord[], question: Question): [QuestionUnit, Found][] {
  const found: [QuestionUnit, Found][] = [];
  for (const [at, first] of run.entries())
    for (const unit of unitsThatCount(question.unitsOf.get(first.asked))) {
      const offset = unit.terms.indexOf(first.asked);
      // A unit's part that began before has been counted there.
      if (offset > 0 && run[at - 1]?.asked === unit.terms[offset - 1]) continue;
      let length = 1;
      while (run[at + length] && run[at + length]?.asked === unit.terms[offset + length]) length += 1;
      const last = run[at + length - 1];
      if (!last || length < Math.min(2, unit.terms.length)) continue;
      const how = first.asked === first.term ? "word" : "typo";
      found.push([unit, { how, span: { start: first.start, end: last.end } }]);
    }
  return found;
}

/** Shorter ones are in too many others. */
const MIN_UNCUT_LETTERS = 3;

/** A dictionary cuts words without spaces differently in other surroundings: there the letters themselves decide. */
function uncutWords({ text }: QuestionUnit, passage: string): TextSpan[] {
  const spans: TextSpan[] = [];
  if (text.length < MIN_UNCUT_LETTERS || characterClass(codeAt(text, 0)) !== SOUTHEAST_ASIAN) return spans;
  for (let start = passage.indexOf(text); start >= 0; start = passage.indexOf(text, start + text.length))
    spans.push({ start, end: start + text.length });
  return spans;
}

const KINDS: readonly MatchKind[] = ["word", "joined", "typo"];

/** The best way in which a word was found. */
function summed(passage: string, matches: readonly Found[]): WordMatch {
  const how = KINDS.find((kind) => matches.some((match) => match.how === kind)) ?? "word";
  const spans = matches.filter((match) => match.how === how).map(({ span }) => span);
  const texts = spans.sort((a, b) => a.start - b.start).map((span) => textOf(passage, span));
  return { how, texts: [...new Set(texts)] };
}

function textOf(text: string, { start, end }: TextSpan): string {
  return text.slice(start, end);
}
