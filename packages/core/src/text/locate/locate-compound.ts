import { COMMA, CONNECTOR, characterClass, IGNORED } from "../characters/character-classes.ts";
import type { Language } from "../languages/language.ts";
import { cutToWord, isPlain, partsOf, plain, termOf, wholeOf } from "../words/compound.ts";
import { DECIMAL_POINT, splitIdentifier } from "../words/identifier.ts";
import type { LocatedTerm, LocatedTerms } from "./located-term.ts";

/** Returns the terms that `analyzeCompound` gives for a run, with their ranges in the run. */
export function locateCompound(run: string, language: Language): LocatedTerms {
  if (isPlain(run)) {
    const word = cutToWord(run).toLowerCase();
    return { words: [{ term: termOf(word, language), start: 0, end: word.length }], joined: [] };
  }
  const words: LocatedTerm[] = [];
  const joined: LocatedTerm[] = [];
  const parts: string[] = [];
  let from = 0;
  for (const whole of partsOf(run)) {
    const places = placesOf(whole, run, from);
    from = (places.at(-1) ?? from) + 1;
    const part = cutToWord(whole);
    parts.push(part);
    const span = (at: number, length: number) => ({
      start: places[at] as number,
      end: (places[at + length - 1] as number) + 1,
    });
    const pieces = splitIdentifier(part);
    let at = 0;
    for (const piece of pieces) {
      words.push({ term: termOf(plain(piece), language), ...span(at, piece.length) });
      at += piece.length;
    }
    if (pieces.length > 1) joined.push({ term: termOf(plain(part), language), ...span(0, part.length) });
  }
  if (parts.length > 1) joined.push({ term: wholeOf(parts, language), start: 0, end: run.length });
  return { words, joined };
}

/** Returns the position in the run of each character of a part, skipping characters that the part omits. */
function placesOf(part: string, run: string, from: number): number[] {
  const places: number[] = [];
  let place = from;
  for (let at = 0; at < part.length; at++) {
    const isPoint = part.charAt(at) === DECIMAL_POINT;
    while (isLeftOut(run.charCodeAt(place), isPoint)) place += 1;
    places.push(place);
    place += 1;
  }
  return places;
}

function isLeftOut(code: number, isPoint: boolean): boolean {
  const found = characterClass(code);
  return found === IGNORED || (!isPoint && (found === CONNECTOR || found === COMMA));
}
