const MAX_CHARS = 60;
/** Beyond this, a text without spaces is cut within a word. */
const MIN_CHARS = 30;

/** The first words of a passage, on one line. */
export function beginning(content: string): string {
  const line = content
    .slice(0, 10 * MAX_CHARS)
    .trim()
    .replace(/\s+/g, " ");
  const characters = [...line];
  if (characters.length <= MAX_CHARS) return line;
  const end = characters.lastIndexOf(" ", MAX_CHARS);
  return `${characters.slice(0, end > MIN_CHARS ? end : MAX_CHARS).join("")}…`;
}
