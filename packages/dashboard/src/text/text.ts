import type { Catalogue } from "./en.ts";
import { type Language, language } from "./language.ts";

export { locale } from "./language.ts";

const CATALOGUES: Readonly<Record<Language, () => Promise<Catalogue>>> = {
  en: async () => (await import("./en.ts")).en,
  de: async () => (await import("./de.ts")).de,
  zh: async () => (await import("./zh.ts")).zh,
  ar: async () => (await import("./ar.ts")).ar,
};

/** The texts of the reader's language. `main.tsx` loads them before the modules that use them. */
export const text = {} as Catalogue;

/** Loads the texts of the reader's language, and of no other. */
export async function loadText(): Promise<void> {
  Object.assign(text, await CATALOGUES[language]());
}
