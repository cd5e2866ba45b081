import type { Span } from "../spans/span.ts";
import { isSpace, skipSpace } from "../spans/white-space.ts";

const ENDS = new Set([..."!?…"].map((char) => char.charCodeAt(0)));
const CJK_ENDS = new Set([..."。！？｡"].map((char) => char.charCodeAt(0)));
const CLOSERS = new Set([..."\"'”’)]»›」』）】*_"].map((char) => char.charCodeAt(0)));
const FULL_STOP = 46;

const ABBREVIATIONS = new Set(
  (
    "mr mrs ms dr prof sr jr st mt rev hon gen col capt lt sgt rep sen gov pres vs etc e.g i.e cf al ca approx dept " +
    "est inc ltd co corp no nos vol vols fig figs eq eqs sec ch pp ed eds trans jan feb mar apr jun jul aug sep " +
    "sept oct nov dec mon tue wed thu fri sat sun u.s u.k a.m p.m ph.d z.b d.h u.a bzw ggf inkl evtl usw nr abs " +
    "bspw vgl sog hrsg str tel art dr.med p.ex env mme mlle sra srta dra av pág núm ej"
  ).split(" "),
);

/**
 * Appends the starts of all sentences in a span but the first. Sentences end with `. ! ? …` before white space, or with
 * `。！？`.
 */
export function sentenceStarts(text: string, span: Span, into: number[]): void {
  let at = span.start;
  while (at < span.end) {
    const code = text.charCodeAt(at);
    const cjk = CJK_ENDS.has(code);
    if (!cjk && !ENDS.has(code) && (code !== FULL_STOP || isAbbreviation(text, at, span.start))) {
      at++;
      continue;
    }
    let next = at + 1;
    while (next < span.end && isTail(text.charCodeAt(next))) next++;
    const start = skipSpace(text, next, span.end);
    if ((cjk || start > next) && start < span.end) into.push(start);
    at = Math.max(start, next);
  }
}

/** Appends the starts of all lines in a span but the first. Skips blank lines. */
export function lineStarts(text: string, span: Span, into: number[]): void {
  let start = -1;
  for (let at = span.start; at < span.end; at++) {
    const code = text.charCodeAt(at);
    if (code === 10) {
      start = at + 1;
    } else if (start !== -1 && !isSpace(code)) {
      into.push(start);
      start = -1;
    }
  }
}

/** Appends the starts of all words in a span but the first. */
export function wordStarts(text: string, span: Span, into: number[]): void {
  let afterSpace = false;
  for (let at = span.start; at < span.end; at++) {
    const space = isSpace(text.charCodeAt(at));
    if (afterSpace && !space && at > span.start) into.push(at);
    afterSpace = space;
  }
}

function isTail(code: number): boolean {
  return code === FULL_STOP || ENDS.has(code) || CJK_ENDS.has(code) || CLOSERS.has(code);
}

/** True if the full stop belongs to an abbreviation ("e.g."), an initial ("J. Smith") or a list number ("12. "). */
function isAbbreviation(text: string, stop: number, from: number): boolean {
  const earliest = Math.max(from, stop - 8);
  let start = stop;
  while (start > earliest && isWordPart(text.charCodeAt(start - 1))) start--;
  const word = text.slice(start, stop);
  if (word.length === 1 && word !== word.toLowerCase()) return true;
  if (/^\d{1,3}$/.test(word)) return start === from || text.charCodeAt(start - 1) === 10;
  return ABBREVIATIONS.has(word.toLowerCase());
}

function isWordPart(code: number): boolean {
  return code > 0x7f
    ? !isSpace(code)
    : (code >= 48 && code <= 57) || ((code | 32) >= 97 && (code | 32) <= 122) || code === FULL_STOP;
}
