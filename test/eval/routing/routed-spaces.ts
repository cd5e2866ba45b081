import type { Collection, Entry } from "../collection.ts";
import { clusterDocuments } from "./cluster.ts";

/** A space to create, and the questions that belong to it. */
export interface RoutedSpace {
  /** Name of the collection that the documents are from. */
  readonly collection: string;
  readonly name: string;
  readonly description: string;
  readonly documents: readonly Entry[];
  readonly questions: readonly Entry[];
}

/** Descriptions that an owner might write after a look at each collection. */
const DESCRIPTIONS: Readonly<Record<string, string>> = {
  "covidqa-long": "Full scientific articles on viruses, infections and the coronavirus",
  cranfield: "Abstracts on aerodynamics: wings, flow, shock waves, heat transfer",
  scifact: "Abstracts of biomedical research, for checking claims",
  "xquad-ar": "فقرات من ويكيبيديا باللغة العربية",
  "xquad-de": "Absätze aus der deutschen Wikipedia zu vielen Themen",
  "xquad-en": "Paragraphs of Wikipedia articles on many subjects",
  "xquad-zh": "维基百科中文段落",
};
const CLUSTERS = 8;

/** Returns a space per collection. */
export function wholeSpaces(collections: readonly Collection[]): RoutedSpace[] {
  return collections.map(({ name, documents, questions }) => ({
    collection: name,
    name,
    description: DESCRIPTIONS[name] ?? name,
    documents,
    questions,
  }));
}

/**
 * Returns a space per article for collections whose documents have the title of their article, and a space per topic for
 * others. A question belongs to the space with most of its relevant documents.
 */
export function topicalSpaces(collections: readonly Collection[]): RoutedSpace[] {
  return collections.flatMap((collection) => {
    const parts = byTitle(collection) ?? byTopic(collection);
    const placeOf = new Map(
      parts.flatMap(({ documents }, at) => documents.map(({ id }): [string, number] => [id, at])),
    );
    const questions = parts.map((): Entry[] => []);
    for (const question of collection.questions)
      questions[homeOf(collection, question, placeOf)]?.push(question);
    return parts.map((part, at) => ({
      ...part,
      collection: collection.name,
      questions: questions[at] ?? [],
    }));
  });
}

type Part = Pick<RoutedSpace, "name" | "description" | "documents">;

function byTitle({ documents }: Collection): Part[] | undefined {
  const articles = Map.groupBy(documents, ({ text }) => /^# (.*)$/m.exec(text)?.[1] ?? "");
  // Titles that are unique to nearly every document do not group them.
  if (articles.size < 2 || articles.size > documents.length / 3) return undefined;
  return [...articles].map(([title, own]) => {
    const name = title.replaceAll("_", " ");
    return { name, description: name, documents: own };
  });
}

function byTopic({ name, documents }: Collection): Part[] {
  return clusterDocuments(documents, CLUSTERS).map((cluster, at) => ({
    name: `${name} ${at + 1}`,
    description: cluster.words.join(", "),
    documents: cluster.documents,
  }));
}

/** Returns the index of the part with the most relevant documents; the first one of a tie. */
function homeOf({ judgements }: Collection, { id }: Entry, placeOf: ReadonlyMap<string, number>): number {
  const votes = new Map<number, number>();
  for (const [document, grade] of judgements.get(id) ?? []) {
    const place = placeOf.get(document);
    if (grade > 0 && place !== undefined) votes.set(place, (votes.get(place) ?? 0) + 1);
  }
  return [...votes].toSorted((a, b) => b[1] - a[1])[0]?.[0] ?? -1;
}
