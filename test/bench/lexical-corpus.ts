import { readFileSync } from "node:fs";
import type { LexicalDocument, LexicalEntry } from "@quarry/core";

const SYLLABLES =
  "ba be bi bo bu da de di do du fa fe ga ge ka ke ki ko la le li lo ma me mi mo na ne ni no pa pe ra re ri ro sa se si so ta te ti to va ve za zu".split(
    " ",
  );
const VOCABULARY = 400_000;
const TOPICS = 200;
const WORDS = 124;

/** Returns the word with a frequency rank. Frequent words are short, as in natural languages. */
function wordOf(rank: number): string {
  let word = "";
  let rest = rank + 60;
  while (rest > 0) {
    word += SYLLABLES[(rest * 31 + word.length) % SYLLABLES.length];
    rest = Math.floor(rest / SYLLABLES.length);
  }
  return word + (rank % 7 === 0 ? "n" : "");
}

/** A source of passages. */
export interface Corpus {
  /** Returns the next passage. */
  passage(): string;
}

/** Generates passages from a Zipf distribution of words. Each has a topic, and repeats some of its words. */
export function syntheticCorpus(random: () => number): Corpus {
  const words = Array.from({ length: VOCABULARY }, (_, rank) => wordOf(rank));
  const zipf = () => Math.floor((VOCABULARY + 1) ** random()) - 1;
  return {
    passage() {
      const topic = Math.floor(random() * TOPICS);
      const ranks: number[] = [];
      for (let at = 0; at < WORDS; at++) {
        const chance = random();
        if (chance < 0.15 && ranks.length > 0)
          ranks.push(ranks[Math.floor(random() * ranks.length)] as number);
        else if (chance < 0.4) ranks.push((300 + topic * 50 + Math.floor(50 * random() ** 2)) % VOCABULARY);
        else ranks.push(Math.min(VOCABULARY - 1, zipf()));
      }
      return ranks.map((rank) => words[rank]).join(" ");
    },
  };
}

/** Returns the lines of a file, repeatedly. For lines with JSON objects, returns title and text. */
export function fileCorpus(path: string): Corpus {
  const texts = linesOf(path).map((text) => text.slice(0, 2000));
  let at = 0;
  return { passage: () => texts[at++ % texts.length] ?? "" };
}

/** Generates passages from random sentences of a file: natural words, and no passage twice. */
export function sentenceCorpus(path: string, random: () => number): Corpus {
  const sentences = linesOf(path).flatMap((text) => text.match(/\S[^.!?]*[.!?]?/g) ?? []);
  return {
    passage() {
      let [passage, words] = ["", 0];
      while (words < WORDS) {
        const sentence = sentences[Math.floor(random() * sentences.length)] as string;
        passage += `${passage === "" ? "" : " "}${sentence}`;
        words += sentence.split(/\s+/).length;
      }
      return passage;
    },
  };
}

function linesOf(path: string): string[] {
  return readFileSync(path, "utf8")
    .split("\n")
    .flatMap((line) => {
      if (!line.startsWith("{")) return line.trim() === "" ? [] : [line];
      const { title = "", text = "" } = JSON.parse(line) as { title?: string; text?: string };
      return [`${title} ${text}`];
    });
}

/** Creates a document. One in fifty matches the filter `{ rare: true }`. */
export function makeDocument(
  number: number,
  spaceId: string,
  chunks: number,
  corpus: Corpus,
): LexicalDocument {
  const documentId = `doc_${number}`;
  const entries = Array.from({ length: chunks }, (_, at): LexicalEntry => {
    const text = corpus.passage();
    return {
      id: `chk_${number}_${at}`,
      orgId: "org_bench",
      spaceId,
      documentId,
      generation: 1,
      text,
      context: text.split(" ").slice(0, 4).join(" "),
      metadata: { rare: number % 50 === 0, number },
    };
  });
  return { documentId, entries };
}
