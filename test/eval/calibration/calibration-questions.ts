import { seededRandom } from "../../support/seeded-random.ts";
import { type Collection, type Entry, languageOf } from "../collection.ts";

/** Questions that test whether similarities are calibrated. */
export interface CalibrationQuestions {
  /** The documents to load into the space. */
  readonly documents: readonly Entry[];
  /** Questions that a document of the space answers. */
  readonly own: readonly Entry[];
  /** Questions in the language of the space that none of its documents answers. */
  readonly unrelated: readonly Entry[];
  /** Sentences quoted from documents, each with the document's id. */
  readonly quotations: readonly Entry[];
}

const SEED = 1;
const MIN_WORDS = 8;
const MIN_HAN_CHARS = 15;

/**
 * Selects documents and questions. If the collection has several documents per article, half of the articles are not
 * loaded and their questions are the unrelated ones. Otherwise the unrelated ones come from other English collections.
 */
export function calibrationQuestions(
  collection: Collection,
  others: readonly Collection[],
  count: number,
): CalibrationQuestions {
  const sample = sampler();
  const articles = [...Map.groupBy(collection.documents, articleOf).keys()];
  const isInArticles = articles.length * 2 < collection.documents.length;
  const omitted = new Set(isInArticles ? sample(articles, Math.floor(articles.length / 2)) : []);
  const documents = collection.documents.filter((document) => !omitted.has(articleOf(document)));
  const loaded = new Set(documents.map(({ id }) => id));
  const isOwn = ({ id }: Entry) => [...answersOf(collection, id)].some((document) => loaded.has(document));
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

/** Returns the ids of the documents that answer a question. */
export function answersOf({ judgements }: Collection, questionId: string): Set<string> {
  const judged = [...(judgements.get(questionId) ?? [])];
  return new Set(judged.filter(([, grade]) => grade > 0).map(([id]) => id));
}

function articleOf({ text }: Entry): string {
  return text.startsWith("# ") ? (text.split("\n", 1)[0] ?? "") : text;
}

/** Returns the sentences that are long enough to identify their document. */
function sentencesOf(text: string): string[] {
  const body = text.replace(/^# .*\n+/, "");
  const segments = [...new Intl.Segmenter(undefined, { granularity: "sentence" }).segment(body)];
  return segments
    .map(({ segment }) => segment.trim())
    .filter(
      (sentence) =>
        sentence.length < 400 &&
        (sentence.split(/\s+/).length >= MIN_WORDS ||
          (sentence.match(/\p{sc=Han}/gu)?.length ?? 0) >= MIN_HAN_CHARS),
    );
}

/** Creates a function that draws items without replacement, the same ones in every run. */
function sampler(): <Item>(items: readonly Item[], count: number) => Item[] {
  const random = seededRandom(SEED);
  return (items, count) => {
    const remaining = [...items];
    return Array.from({ length: Math.min(count, remaining.length) }, () =>
      remaining.splice(Math.floor(random() * remaining.length), 1),
    ).flat();
  };
}
