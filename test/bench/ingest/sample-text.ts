import { existsSync, readFileSync } from "node:fs";
import { seededRandom } from "../../support/seeded-random.ts";
import { syntheticCorpus } from "../lexical-corpus.ts";

const ARTICLES = ["..", "../.."].map((folder) => `${folder}/shared/data/ir/scifact/corpus.jsonl`);
const SYNTHETIC_CHARS = 5_000_000;

/** Returns prose for documents: articles from outside the repository if available, otherwise synthetic words. */
export function sampleText(): string {
  const articles = ARTICLES.find(existsSync);
  if (articles !== undefined) {
    const lines = readFileSync(articles, "utf8").split("\n").filter(Boolean);
    return lines.map((line) => (JSON.parse(line) as { text: string }).text).join("\n\n");
  }
  const corpus = syntheticCorpus(seededRandom(1));
  let text = "";
  while (text.length < SYNTHETIC_CHARS) text += `${corpus.passage()}.\n\n`;
  return text;
}

/** Yields printable lines of about `width` characters forever, repeating the text. */
export function* linesOf(text: string, width: number): Generator<string> {
  const words = text
    .replace(/[^\x20-\x7e]+/g, " ")
    .split(" ")
    .filter(Boolean);
  for (let at = 0; ; ) {
    let line = "";
    while (line.length < width) {
      line += `${line === "" ? "" : " "}${words[at % words.length]}`;
      at += 1;
    }
    yield line;
  }
}
