/** Joins lines to running text: rejoins words hyphenated at a line's end and keeps table rows on lines of their own. */
export function joinLines(lines: readonly string[]): string {
  let text = "";
  for (const line of lines) {
    if (text === "") text = line;
    else if (text.includes("\t") || line.includes("\t")) text += `\n${line}`;
    else if (text.endsWith("\u00ad")) text = text.slice(0, -1) + line;
    else if (/\p{L}[-\u2010]$/u.test(text) && /^\p{Ll}/u.test(line)) text = text.slice(0, -1) + line;
    else if (isUnspaced(text.at(-1)) && isUnspaced(line[0])) text += line;
    else text += ` ${line}`;
  }
  return text;
}

/** True for scripts that write no spaces between words. */
export function isUnspaced(char = ""): boolean {
  return /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\uff00-\uffef]/u.test(char);
}
