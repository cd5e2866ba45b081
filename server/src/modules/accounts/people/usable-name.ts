/** Maximum length of the names of people, organizations and programs. */
export const NAME_MAX_CHARS = 100;

/** Control characters, and marks that change the text direction around a name. */
const NOT_IN_NAMES = /[\p{Cc}\u202a-\u202e\u2066-\u2069]/u;

/** True for a name that can be shown within a sentence. */
export function isUsableName(name: string): boolean {
  return name.trim() !== "" && name.length <= NAME_MAX_CHARS && !NOT_IN_NAMES.test(name);
}
