import { seededRandom } from "../support/seeded-random.ts";
import { type Collection, type Entry, languageOf } from "./collection.ts";

/** What is asked to see whether a similarity means what it says. */
export interface CalibrationQuestions {
  /** What the space holds. */
  readonly documents: readonly Entry[];
  /** Questions that a document of the space answers. */
  readonly own: readonly Entry[];
  /** Questions, in the language of the space, that none of its documents answers. */
  readonly unrelated: readonly Entry[];
  /** Sentences of documents, each with the id of the one that it is from. */
  readonly quotations: readonly Entry[];
}

const SEED = 1;
const MIN_WORDS = 8;
const MIN_HAN = 15;

/**
 * Where many documents are of one article, half of the articles are left out, and their questions are unrelated; else
 * the questions of other collections in English are.
 */
export function calibrationQuestions(
  collection: Collection,
  others: readonly Collection[],
  count: number,
): CalibrationQuestions {
  const sample = sampler();
  const articles = [...Map.groupBy(collection.documents, articleOf).keys()];
  const isInArticles = articles.length * 2 < collection.documents.length;
  const left = new Set(isInArticles ? sample(articles, Math.floor(articles.length / 2)) : []);
  const documents = collection.documents.filter((document) => !left.has(articleOf(document)));
  const kept = new Set(documents.map(({ id }) => id));
  const isOwn = ({ id }: Entry) => [...answersOf(collection, id)].some((document) => kept.has(document));
  const foreign = others.filter(({ name }) => name !== collection.name && languageOf(name) === "en");
  return {
    documents,
    own: sample(collection.questions.filter(isOwn), count),
    unrelated: sample(
      isInArticles
        ? collection.questions.filter((question) => !isOwn(question))
        : foreign.flatMap(({ questions }) => sample(questions, count)),
      count,
    ),
    quotations: sample(documents, count).flatMap(({ id, text }) => {
      const [sentence] = sample(sentencesOf(text), 1);
      return sentence === undefined ? [] : [{ id, text: sentence }];
    }),
  };
}

/** Ids of the documents that answer a question. */
export function answersOf({ judgements }: Collection, questionId: string): Set<string> {
  const judged = [...(judgements.get(questionId) ?? [])];
  return new Set(judged.filter(([, grade]) => grade > 0).map(([id]) => id));
}

function articleOf({ text }: Entry): string {
  return text.startsWith("# ") ? (text.split("\n", 1)[0] ?? "") : text;
}

/** Sentences that are long enough to be known again: those of a few words may stand anywhere. */
function sentencesOf(text: string): string[] {
  const body = text.replace(/^# .*\n+/, "");
  const segments = [...new Intl.Segmenter(undefined, { granularity: "sentence" }).segment(body)];
  return segments
    .map(({ segment }) => segment.trim())
    .filter(
      (sentence) =>
        sentence.length < 400 &&
        (sentence.split(/\s+/).length >= MIN_WORDS ||
          (sentence.match(/\p{sc=Han}/gu)?.length ?? 0) >= MIN_HAN),
    );
}

/** Draws some items without replacement, always the same ones. */
function sampler(): <Item>(items: readonly Item[], count: number) => Item[] {
  const random = seededRandom(SEED);
  return (items, count) => {
    const rest = [...items];
    return Array.from({ length: Math.min(count, rest.length) }, () =>
      rest.splice(Math.floor(random() * rest.length), 1),
    ).flat();
  };
}
