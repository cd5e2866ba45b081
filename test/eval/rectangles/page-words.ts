import type { Rectangle } from "@quarry/core";

/** A word on a page, with its rectangle in points from the page's upper left corner. */
export interface PageWord {
  readonly text: string;
  readonly rectangle: Rectangle;
}

/** The words of a page, and its size in points. */
export interface PageOfWords {
  readonly width: number;
  readonly height: number;
  readonly words: readonly PageWord[];
}

/** True if `pdftotext` is installed. */
export function hasPdftotext(): boolean {
  return Bun.which("pdftotext") !== null;
}

/** Reads the words of a PDF with `pdftotext -bbox`; undefined if it cannot. */
export async function pagesOfWords(path: string): Promise<PageOfWords[] | undefined> {
  const child = Bun.spawn(["pdftotext", "-q", "-cropbox", "-enc", "UTF-8", "-bbox", path, "-"], {
    ...{ stdin: "ignore", stdout: "pipe", stderr: "ignore" },
  });
  const [xml, code] = [await new Response(child.stdout).text(), await child.exited];
  if (code !== 0) return undefined;
  return xml
    .split("<page ")
    .slice(1)
    .map((page) => ({ ...sizeOf(page), words: wordsOf(page) }));
}

function sizeOf(page: string): { width: number; height: number } {
  const [, width = "0", height = "0"] = /^width="([\d.]+)" height="([\d.]+)"/.exec(page) ?? [];
  return { width: Number(width), height: Number(height) };
}

const WORD = /<word xMin="([-\d.]+)" yMin="([-\d.]+)" xMax="([-\d.]+)" yMax="([-\d.]+)">([^<]*)<\/word>/g;
const ENTITIES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

function wordsOf(page: string): PageWord[] {
  return [...page.matchAll(WORD)].map(([, left, top, right, bottom, text = ""]) => ({
    text: text.replace(/&(\w+);/g, (entity, name: string) => ENTITIES[name] ?? entity),
    rectangle: [Number(left), Number(top), Number(right), Number(bottom)],
  }));
}
