import { isolated } from "./ar/isolated.ts";
import { type Language, language } from "./language.ts";
import { integer } from "./numbers.ts";
import { text } from "./text.ts";
import { whenUsed } from "./when-used.ts";

/** English sentences of the server with their translations. */
type Table = Readonly<Record<string, string>>;

/** Chinese puts no space between sentences. */
const AFTER_CHINESE = /(?<=[。：]) /g;
const PLACEHOLDER = /\{(\w+)\}/g;
/** Values that are numbers. Others are lists of pages, more sentences (`message`), or any text. */
const NUMBERS = /^(?:count|total|limit|more|line|column|seconds|megabytes|size)$/;

const ofReader = whenUsed(() => createReadingText(text.reading, language));

/**
 * What the server says about a file that was read or could not be read, in the reader's language. It says so in English
 * sentences; sentences that the catalogue lacks stay as they are.
 */
export function readingText(message: string): string {
  return ofReader()(message);
}

/** Creates a translator of the server's messages about files. */
export function createReadingText(table: Table, language: Language): (message: string) => string {
  // The most specific sentence is tried first. Names of kinds of files occur as values only.
  const sentences = Object.entries(table)
    .filter(([sentence]) => /[.}]$/.test(sentence))
    .sort(([left], [right]) => fixedLength(right) - fixedLength(left))
    .map(([sentence, translation]) => ({ pattern: patternOf(sentence), translation }));

  function translate(message: string): string {
    if (sentences.length === 0) return message;
    const parts: string[] = [];
    for (let rest = message; rest !== ""; ) {
      const [part, length] = translatedStart(rest) ?? firstSentence(rest);
      parts.push(part);
      rest = rest.slice(length);
    }
    const joined = parts.join(" ");
    return language === "zh" ? joined.replace(AFTER_CHINESE, "") : joined;
  }

  /** The translation of the sentence at the start, and how much of the message it takes. */
  function translatedStart(message: string): [string, number] | undefined {
    for (const { pattern, translation } of sentences) {
      const found = pattern.exec(message);
      if (!found) continue;
      const values = found.groups ?? {};
      const translated = translation.replace(PLACEHOLDER, (_, name) => shown(name, values[name] ?? ""));
      return [translated, found[0].length];
    }
    return undefined;
  }

  function shown(name: string, value: string): string {
    if (name === "message") return translate(value);
    if (name === "pages") return value.split(", ").map(numberOf).join(", ");
    if (NUMBERS.test(name)) return numberOf(value);
    const known = table[value] ?? value;
    return language === "ar" ? isolated(known) : known;
  }

  return translate;
}

function firstSentence(message: string): [string, number] {
  const [start = message] = /^.*?[.:!?] /s.exec(message) ?? [];
  return [start.trimEnd(), start.length];
}

function patternOf(sentence: string): RegExp {
  const source = sentence
    .replace(/[.*+?^$()|[\]\\]/g, "\\$&")
    .replace(PLACEHOLDER, (_, name: string) => `(?<${name}>${patternOfValue(name)})`);
  return new RegExp(`^${source}(?: |$)`, "s");
}

function patternOfValue(name: string): string {
  if (NUMBERS.test(name)) return "\\d[\\d,]*";
  if (name === "pages") return "\\d[\\d, ]*";
  return name === "message" ? ".+" : ".+?";
}

/** A number as the server writes it, with commas. */
function numberOf(written: string): string {
  return integer(Number(written.replaceAll(",", "")));
}

function fixedLength(sentence: string): number {
  return sentence.replace(PLACEHOLDER, "").length;
}
