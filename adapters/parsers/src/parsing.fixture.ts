import { expect } from "bun:test";
import { type ParsedDocument, QuarryError } from "@quarry/core";
import { createParserRegistry } from "./index.ts";

const registry = createParserRegistry();

/** Parses a file and checks that its blocks are in order, inside the text, and do not overlap. */
export async function parse(
  filename: string,
  content: string | Uint8Array,
  declaredMimeType?: string,
): Promise<ParsedDocument> {
  const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
  const document = await registry.parse({
    bytes,
    filename,
    ...(declaredMimeType ? { declaredMimeType } : {}),
  });
  let last = 0;
  for (const block of document.blocks) {
    if (block.start < last || block.end <= block.start || block.end > document.text.length) {
      throw new Error(`A block is out of place: ${JSON.stringify(block)}`);
    }
    last = block.end;
  }
  return document;
}

/** Returns a document's blocks as `kind: text`. */
export function outline(document: ParsedDocument): string[] {
  return document.blocks.map(
    (block) =>
      `${block.kind}${block.level ?? ""}: ${block.title ?? document.text.slice(block.start, block.end)}`,
  );
}

/** Returns the text of each row of a table. */
export function rowTexts(document: ParsedDocument, block = document.blocks[0]): string[] {
  return (block?.rows ?? []).map((row) => document.text.slice(row.start, row.end));
}

/** Expects a parse error and returns its message. */
export async function parseErrorMessage(parsing: Promise<unknown>): Promise<string> {
  const error = await parsing.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!QuarryError.isInstance(error)) throw new Error(`Expected a QuarryError, got ${String(error)}`);
  expect(error.code).toBe("invalid_request");
  return error.message;
}
