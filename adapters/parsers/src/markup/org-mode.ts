import { afterLine, afterList, type BlockReader } from "./markup-lines.ts";

const HEADING = /^(\*{1,20})\s+(\S.*)$/;
const ITEM = /^\s*(?:[-+]|\d{1,9}[.)])\s/;
const BEGIN = /^\s*#\+begin_(\w{1,40})/i;
const KEYWORDS = /^(?:TODO|DONE|NEXT|WAITING|CANCELLED)\s+|^\[#[A-Z]\]\s+/;
const TAGS = /\s+:[\w@#%:]{1,200}:\s*$/;

/** Reads Org mode. */
export const readOrgBlock: BlockReader = (lines, at) => {
  const text = lines[at]?.text ?? "";
  const [, stars, title] = HEADING.exec(text) ?? [];
  if (stars && title)
    return {
      kind: "heading",
      level: stars.length,
      title: title.replace(KEYWORDS, "").replace(KEYWORDS, "").replace(TAGS, ""),
      next: at + 1,
    };
  const begun = BEGIN.exec(text)?.[1]?.toLowerCase();
  if (begun !== undefined && begun !== "quote" && begun !== "verse" && begun !== "center") {
    const end = `#+end_${begun}`;
    return { kind: "code", next: afterLine(lines, at + 1, (line) => line.trim().toLowerCase() === end) };
  }
  if (/^\s*\|/.test(text)) {
    let next = at + 1;
    while (/^\s*\|/.test(lines[next]?.text ?? "")) next += 1;
    return { kind: "table", next };
  }
  if (ITEM.test(text)) return { kind: "list", next: afterList(lines, at, ITEM) };
  return undefined;
};
