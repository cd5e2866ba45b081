/** The languages of the dashboard, each by its own name. */
export const LANGUAGES = { en: "English", de: "Deutsch", zh: "简体中文", ar: "العربية" } as const;

/** A language of the dashboard. */
export type Language = keyof typeof LANGUAGES;

/** A cookie, so that the server chooses the same language for the pages without script. */
const SAVED = "quarry.language";
const SAVED_SECONDS = 365 * 86_400;
/** A tag names the script where readers of one language use several. */
const TAGS: Readonly<Record<Language, string>> = { en: "en", de: "de", zh: "zh-Hans", ar: "ar" };

/** The first known language of the saved choice and of what the browser asks for; else English. */
export function chooseLanguage(saved: string | null, wanted: readonly string[]): Language {
  return [saved, ...wanted].map(languageOf).find((known) => known !== undefined) ?? "en";
}

/**
 * The form of dates and numbers: the browser's own tag of the language, such as `en-GB`. Chinese is always the simplified
 * form, because names of months and units would be in another script otherwise.
 */
export function chooseLocale(language: Language, wanted: readonly string[]): string {
  const regional = wanted.find((tag) => languageOf(tag) === language);
  return language === "zh" ? TAGS.zh : (regional ?? TAGS[language]);
}

/** Keeps a choice for the next load of the page. A browser that keeps nothing asks for its own languages again. */
export function saveLanguage(language: Language): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API exists on secure origins alone.
  document.cookie = `${SAVED}=${language}; path=/app; max-age=${SAVED_SECONDS}; samesite=lax`;
}

/** Tells the page its language and direction, before something is shown. */
export function markPage({ documentElement }: Document): void {
  documentElement.lang = TAGS[language];
  documentElement.dir = language === "ar" ? "rtl" : "ltr";
}

function languageOf(tag: string | null): Language | undefined {
  const primary = tag?.toLowerCase().split("-")[0] ?? "";
  return Object.hasOwn(LANGUAGES, primary) ? (primary as Language) : undefined;
}

function readSaved(cookies: string): string | null {
  const saved = cookies.split("; ").find((cookie) => cookie.startsWith(`${SAVED}=`));
  return saved?.slice(SAVED.length + 1) ?? null;
}

// Outside of browsers, where tests read the catalogues, there are neither cookies nor a list.
const cookies = (globalThis.document as Document | undefined)?.cookie ?? "";
const wanted = (navigator.languages as readonly string[] | undefined) ?? [];

/** The language of this page. A change takes effect when the page is loaded again. */
export const language: Language = chooseLanguage(readSaved(cookies), wanted);

/** The locale of dates and numbers. */
export const locale: string = chooseLocale(language, wanted);
