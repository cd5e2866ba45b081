import type { Block, BlockKind, ParsedDocument } from "../ports/parser.ts";

export { seededRandom } from "../evaluation/seeded-random.ts";

/** Returns a random integer in `[0, limit)`. */
export function below(random: () => number, limit: number): number {
  return Math.floor(random() * limit);
}

/** Generates sentences of random words. */
export function prose(random: () => number, sentences: number): string {
  return Array.from({ length: sentences }, () => {
    const words = Array.from({ length: 4 + below(random, 14) }, () => word(random));
    return `${words.join(" ")}${[".", "?", "!", "。"][below(random, 4)]}`;
  }).join(" ");
}

function word(random: () => number): string {
  if (random() < 0.02) return "😀".repeat(1 + below(random, 3));
  return Array.from({ length: 2 + below(random, 8) }, () => "etaoinshrdlu"[below(random, 12)]).join("");
}

/** Builds a parsed document from blocks with their texts, separated by blank lines. */
export function documentOf(
  blocks: readonly (Partial<Block> & { kind: BlockKind; text: string })[],
): ParsedDocument {
  let text = "";
  const placed = blocks.map(({ text: content, ...block }) => {
    if (text !== "") text += "\n\n";
    const start = text.length;
    text += content;
    const rows = block.kind === "table" ? rowsOf(content, start) : undefined;
    return { ...block, start, end: text.length, ...(rows ? { rows } : {}) };
  });
  return { mimeType: "text/plain", text, blocks: placed };
}

function rowsOf(content: string, start: number): { start: number; end: number }[] {
  let at = start;
  return content.split("\n").map((line) => {
    const row = { start: at, end: at + line.length };
    at = row.end + 1;
    return row;
  });
}

/** Generates a document of all kinds of blocks, from one word to far above the target size. */
export function randomDocument(random: () => number): ParsedDocument {
  return documentOf(
    Array.from({ length: 1 + below(random, 40) }, () => {
      const lines = () => Array.from({ length: 1 + below(random, 30) }, () => prose(random, 1)).join("\n");
      const dice = random();
      if (dice < 0.25) {
        const title = prose(random, 1).replaceAll("😀", "").slice(0, 30).trim();
        return { kind: "heading", level: 1 + below(random, 4), title, text: `# ${title}` };
      }
      if (dice < 0.35) return { kind: "list", text: lines() };
      if (dice < 0.45) return { kind: "code", text: lines() };
      if (dice < 0.55) return { kind: "table", header: "a | b", text: lines() };
      if (dice < 0.6) return { kind: "paragraph", text: "x".repeat(below(random, 900) + 1) };
      return { kind: "paragraph", text: prose(random, 1 + below(random, random() < 0.2 ? 80 : 8)) };
    }),
  );
}
