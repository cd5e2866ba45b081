/** Lines as running text; a word that was parted at a line's end is whole again, and rows of a table stay lines. */
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

function isUnspaced(char = ""): boolean {
  return /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\uff00-\uffef]/u.test(char);
}
