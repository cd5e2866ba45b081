import { readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { changeProse, createSlugs, headingsOf, partsOf } from "./page.ts";

/** A part of a file that a page includes: everything before the first section when there is no anchor. */
export interface Included {
  readonly file: string;
  readonly anchor: string;
}

/** The text of a page with the parts that it includes. */
export interface Source {
  readonly markdown: string;
  readonly included: readonly Included[];
}

/** A link with the title "include" on a line of its own. GitHub shows it as a link to the part. */
const INCLUDE = /^\[[^\]]*\]\(repo:([^)#\s]+)(?:#([^)\s]+))? "include"\)$/gm;

/** Reads a file of the repository, with its links as `repo:PATH#ANCHOR`, and with what it includes. */
export function readSource(root: string, file: string): Source {
  const included: Included[] = [];
  let level = 1;
  const markdown = changeProse(withRepositoryLinks(root, file), (text) => {
    const changed = text.replaceAll(INCLUDE, (_, from: string, anchor = "", offset: number) => {
      included.push({ file: from, anchor });
      const section = sectionOf(withRepositoryLinks(root, from), anchor, from).trim();
      return withTopLevel(section, (lastLevel(text.slice(0, offset)) ?? level) + 1);
    });
    level = lastLevel(text) ?? level;
    return changed;
  });
  return { markdown, included };
}

function lastLevel(text: string): number | undefined {
  return [...text.matchAll(/^(#{1,6}) /gm)].at(-1)?.[1]?.length;
}

/** Moves headings to other levels, so that the first ones are of the given level. */
function withTopLevel(markdown: string, level: number): string {
  const highest = Math.min(...headingsOf(markdown).map((heading) => heading.level));
  const step = level - highest;
  return changeProse(markdown, (text) =>
    text.replaceAll(/^#{1,6}(?= )/gm, (marks) => "#".repeat(marks.length + step)),
  );
}

function withRepositoryLinks(root: string, file: string): string {
  const text = readFileSync(join(root, file), "utf8");
  return changeProse(text, (prose) =>
    prose.replaceAll(/(\]\()(?![a-z]+:|\/)([^)#\s]*)(#[^)\s]*)?/g, (_, start, path: string, anchor = "") => {
      const target = path === "" ? file : normalize(join(dirname(file), path));
      return `${start}repo:${target}${anchor}`;
    }),
  );
}

/**
 * A section without its heading, or what is before the first section.
 * @throws Error if the text has no such section.
 */
export function sectionOf(markdown: string, anchor: string, name: string): string {
  const slugOf = createSlugs();
  let level: number | undefined = anchor === "" ? 1 : undefined;
  let isOver = false;
  const kept: string[] = [];
  for (const { isCode, text } of partsOf(markdown))
    for (const line of isCode ? [text] : text.split(/(?<=\n)/)) {
      const [, marks = "", title = ""] = isCode ? [] : (/^(#{1,6}) (.+)$/.exec(line.trimEnd()) ?? []);
      const slug = marks === "" ? undefined : slugOf(title);
      if (level !== undefined && marks !== "" && (anchor === "" ? marks.length > 1 : marks.length <= level))
        isOver = true;
      if (level !== undefined && !isOver && !(anchor === "" && marks === "#")) kept.push(line);
      if (level === undefined && slug === anchor) level = marks.length;
    }
  if (level === undefined) throw new Error(`${name} has no section #${anchor}.`);
  return kept.join("");
}
