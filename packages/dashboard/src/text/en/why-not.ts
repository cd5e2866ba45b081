import { integer } from "../numbers.ts";
import { count } from "./count.ts";

/** Texts of the explanation of a document that is not among the results. */
export const whyNot = {
  title: "Why not that one?",
  hint: "Choose a document of the asked spaces to see why it is not among the results, or where it stands.",
  find: "Find a document by its filename",
  found: "Documents with this name",
  matches: count("document", "documents"),
  none: "No document of these spaces has this in its filename.",
  narrow: "Type more of the name to see others.",
  firstSpaces: (n: number) => `Only documents of the first ${integer(n)} spaces are found here.`,
  close: "Close the explanation",
  foundAt: (place: number) => `It is among the results, in place ${integer(place)}.`,
  failed: "Its processing failed, so that it cannot be found:",
  filter: "The filter excludes it, by:",
  hasValue: "The document has",
  lacksField: "The document lacks this field.",
  threshold: (similarity: string, threshold: string) =>
    `Below the threshold: its best passage has a similarity of ${similarity}, and at least ${threshold} is asked for.`,
  place: (similarity: string, last: string) =>
    `Below the last place: its best passage has a similarity of ${similarity}, and the last result has ${last}.`,
  model: (score: string, last: string) =>
    `Below the last place: the model gives its best passage ${score}, and the last result ${last}.`,
  reasons: {
    elsewhere: "Its space was not asked.",
    waiting: "It is not processed yet. It can be found when it is ready.",
    noWord: "No word of the question is found in it.",
    nothingAlike: "Nothing in it is like the question.",
    unclear:
      "By its scores it belongs among the results. It may have changed since, or no search had it among its candidates. Ask again.",
  },
  scores: "Its scores beside the last result's",
  best: "Its best passage",
  last: (place: number) => `Last result, in place ${integer(place)}`,
  byWords: "By words",
  byMeaning: "By meaning",
  byModel: "By the model",
};
