import { analyze } from "@quarry/core/internal";
import { detectLanguage } from "@quarry/core/internal/language";
import { seededRandom } from "../../support/seeded-random.ts";
import type { Entry } from "../collection.ts";

/** Documents about one topic, and their characteristic words. */
export interface Cluster {
  readonly documents: readonly Entry[];
  /** The most characteristic first, in the form used in the documents. */
  readonly words: readonly string[];
}

const ROUNDS = 12;
const SEED = 1;
const MAX_WORDS = 8;
const WORD = /\p{L}{3,}/gu;

/** The weights of a text's terms, as a vector of length 1. */
type Direction = ReadonlyMap<string, number>;

/**
 * Divides documents into at most `count` topics by spherical k-means over tf-idf of the analyzer's words. The result is
 * deterministic. Source: Dhillon and Modha, "Concept decompositions for large sparse text data using clustering",
 * Machine Learning 42, 2001.
 */
export function clusterDocuments(documents: readonly Entry[], count: number): Cluster[] {
  const surfaces = new Map<string, Map<string, number>>();
  const directions = weigh(documents.map(({ text }) => countWords(text, surfaces)));
  let centres = firstCentres(directions, count);
  let places: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    places = directions.map((direction) => nearest(direction, centres));
    centres = centres.map((_, at) => mean(directions.filter((_, document) => places[document] === at)));
  }
  return centres.flatMap((centre, at): Cluster[] => {
    const own = documents.filter((_, document) => places[document] === at);
    const heaviest = [...centre].sort((a, b) => b[1] - a[1]).slice(0, MAX_WORDS);
    const words = heaviest.map(([term]) => mostFrequent(surfaces.get(term) ?? new Map()));
    return own.length === 0 ? [] : [{ documents: own, words }];
  });
}

function countWords(text: string, surfaces: Map<string, Map<string, number>>): Map<string, number> {
  const language = detectLanguage(text);
  const counts = new Map<string, number>();
  for (const [word] of text.toLowerCase().matchAll(WORD)) {
    const [term] = analyze(word, language).sequence;
    if (term === undefined) continue;
    counts.set(term, (counts.get(term) ?? 0) + 1);
    const forms = surfaces.get(term) ?? new Map<string, number>();
    surfaces.set(term, forms.set(word, (forms.get(word) ?? 0) + 1));
  }
  return counts;
}

function weigh(counted: readonly ReadonlyMap<string, number>[]): Direction[] {
  const frequencies = new Map<string, number>();
  for (const counts of counted)
    for (const term of counts.keys()) frequencies.set(term, (frequencies.get(term) ?? 0) + 1);
  return counted.map((counts) => {
    const weights = [...counts].map(([term, count]): [string, number] => {
      const rarity = Math.log(counted.length / (frequencies.get(term) ?? 1));
      return [term, (1 + Math.log(count)) * rarity];
    });
    return toUnit(new Map(weights));
  });
}

/** Chooses the initial centres: each next one is the document least similar to all previous ones, of ten drawn. */
function firstCentres(directions: readonly Direction[], count: number): Direction[] {
  const random = seededRandom(SEED);
  const draw = () => directions[Math.floor(random() * directions.length)] ?? new Map<string, number>();
  const centres = [draw()];
  while (centres.length < Math.min(count, directions.length)) {
    const drawn = Array.from({ length: 10 }, draw);
    const similarity = (direction: Direction) => Math.max(...centres.map((centre) => dot(direction, centre)));
    centres.push(drawn.toSorted((a, b) => similarity(a) - similarity(b))[0] ?? draw());
  }
  return centres;
}

function nearest(direction: Direction, centres: readonly Direction[]): number {
  const similarities = centres.map((centre) => dot(direction, centre));
  return similarities.indexOf(Math.max(...similarities));
}

function mean(directions: readonly Direction[]): Direction {
  const sum = new Map<string, number>();
  for (const direction of directions)
    for (const [term, weight] of direction) sum.set(term, (sum.get(term) ?? 0) + weight);
  return toUnit(sum);
}

function toUnit(weights: ReadonlyMap<string, number>): Direction {
  const length = Math.hypot(...weights.values()) || 1;
  return new Map([...weights].map(([term, weight]) => [term, weight / length]));
}

function dot(left: Direction, right: Direction): number {
  let sum = 0;
  for (const [term, weight] of left) sum += weight * (right.get(term) ?? 0);
  return sum;
}

function mostFrequent(forms: ReadonlyMap<string, number>): string {
  return [...forms].toSorted((a, b) => b[1] - a[1])[0]?.[0] ?? "";
}
