import type { ParsedDocument, ParseInput } from "@quarry/core";
import { DocumentText } from "../document/document-text.ts";
import { assertTextLength } from "../document/parsed-document.ts";
import { readText } from "../text/decode-text.ts";
import { plainTex } from "./plain-tex.ts";

/** The type of TeX and LaTeX files. */
export const TEX = "text/x-tex";

const SECTION =
  /^\s*\\(part|chapter|section|subsection|subsubsection|paragraph|title)\*?\s*(?:\[[^\]\n]{0,300}\])?\{(.{1,500}?)\}\s*(?:\\label\{[^}]{0,100}\})?\s*$/;
const LEVELS: Readonly<Record<string, number>> = {
  ...{ title: 1, part: 1, chapter: 1, section: 2, subsection: 3, subsubsection: 4, paragraph: 5 },
};
const BEGIN = /^\s*\\begin\{([a-zA-Z]{1,40}\*?)\}/;
const CODE =
  /^(?:verbatim|lstlisting|minted|Verbatim|equation|align|gather|multline|eqnarray|displaymath|tikzpicture)\*?$/;
const LIST_ITEM = /^\s*\\item\b\s*(?:\[([^\]]{0,200})\])?\s*/;

/** Parses TeX: sections, paragraphs, lists, and code and formulas as they are. Commands that set type are removed. */
export async function parseTex({ bytes, declaredCharset }: ParseInput): Promise<ParsedDocument> {
  const { text: source, warnings } = readText(bytes, declaredCharset);
  assertTextLength(source);
  const out = new DocumentText();
  let paragraph: string[] = [];
  const end = () => {
    out.add("paragraph", plainTex(paragraph.join("\n")));
    paragraph = [];
  };
  const lines = bodyOf(source).split("\n");
  const title =
    plainTex(/\\title\s*(?:\[[^\]]{0,300}\])?\{([^}]{1,500})\}/.exec(source)?.[1] ?? "") || undefined;
  for (let at = 0; at < lines.length; at += 1) {
    const line = withoutComment(lines[at] ?? "");
    const [, command = "", heading] = SECTION.exec(line) ?? [];
    const environment = BEGIN.exec(line)?.[1];
    if (heading !== undefined) {
      end();
      if (command !== "title") out.heading(LEVELS[command] ?? 2, plainTex(heading));
    } else if (environment !== undefined && CODE.test(environment)) {
      end();
      const code: string[] = [];
      const last = `\\end{${environment}}`;
      for (at += 1; at < lines.length && !lines[at]?.includes(last); at += 1) code.push(lines[at] ?? "");
      out.add("code", code.join("\n").trimEnd());
    } else if (LIST_ITEM.test(line)) {
      end();
      paragraph = [line.replace(LIST_ITEM, (_, label?: string) => (label ? `${label}: ` : "- "))];
    } else if (line.trim() === "") {
      // A line that only has a comment does not end a paragraph.
      if ((lines[at] ?? "").trim() === "") end();
    } else paragraph.push(line);
  }
  end();
  return out.finish(TEX, { ...(title ? { title } : {}), warnings });
}

/** The text between `\begin{document}` and `\end{document}`, or all of a file without them. */
function bodyOf(source: string): string {
  const begin = source.indexOf("\\begin{document}");
  const end = source.lastIndexOf("\\end{document}");
  const from = begin === -1 ? 0 : begin + "\\begin{document}".length;
  return source.slice(from, end > from ? end : source.length).replace(/\r\n?/g, "\n");
}

function withoutComment(line: string): string {
  const at = /(?:^|[^\\])%/.exec(line);
  return at === null ? line : line.slice(0, at.index + at[0].length - 1);
}
