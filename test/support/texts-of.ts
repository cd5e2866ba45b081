import { Markup } from "../../server/src/platform/http/markup.ts";

/** What a function of a catalogue gets in place of names and numbers. */
const SAMPLE = 7;

/** A text of a catalogue. */
export type CatalogueText = readonly [path: string, kind: "text" | "function", text: string];

/** The texts of a catalogue by their paths. A function is called with samples. */
export function textsOf(value: unknown, path = ""): CatalogueText[] {
  if (typeof value === "string") return [[path, "text", value]];
  if (typeof value === "function") {
    const made: unknown = value(...Array(value.length).fill(SAMPLE));
    return [[path, "function", made instanceof Markup ? made.text : String(made)]];
  }
  return Object.entries(value as object).flatMap(([key, each]) =>
    textsOf(each, path === "" ? key : `${path}.${key}`),
  );
}
