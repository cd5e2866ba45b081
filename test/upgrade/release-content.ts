import { sentence } from "../server/queries/corpus.ts";

/** What a fixture of a release holds, and what every later version must find in it. */

/** The key of the fixtures. It protects nothing. */
export const ROOT_KEY = "qry_the-key-of-the-fixtures-of-earlier-releases";

/** Documents by filename. */
export const CONTENTS: Readonly<Record<string, string>> = Object.fromEntries(
  Array.from({ length: 24 }, (_, at) => [`f${at}.md`, sentence(at)]),
);

/** Questions with the document that answers them. */
export const QUESTIONS = [3, 8, 15, 21].map((at) => ({ query: sentence(at), filename: `f${at}.md` }));

/** The ids that a release gave, which stay. */
export interface Ids {
  readonly spaceId: string;
  /** Document ids by filename. */
  readonly documents: Readonly<Record<string, string>>;
}
