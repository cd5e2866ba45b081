import { type Catalogue, en } from "./en.ts";

/** The texts of the reader's language. English is the only one so far. */
export const text: Catalogue = en;

/** The language of the texts, for dates and numbers. */
export const locale = "en";
