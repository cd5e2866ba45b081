import type { Block } from "@quarry/core";
import { type LineSpan, lineSpans } from "../text/line-spans.ts";
import type { Language } from "./languages.ts";

/** Definitions start near the start of their line; longer lines are generated code. */
const MAX_LINE_CHARS = 300;
const MAX_LEVEL = 6;
/** Comments above a definition belong to it, up to this many lines. */
const MAX_LINES_ABOVE = 40;
const TAB_COLUMNS = 4;

interface Definition {
  readonly name: string;
  readonly indent: number;
  readonly isContainer: boolean;
}

/**
 * Returns the blocks of a source file: a heading with the name of each definition, from the comments above it to the end
 * of its first line, and code. Indentation tells which definitions are in a class; functions in functions are none.
 */
export function codeBlocks(text: string, { definitions, containers, above }: Language): Block[] {
  const blocks: Block[] = [];
  let open: Definition[] = [];
  let codeStart: number | undefined;
  let codeEnd = 0;
  let comments: LineSpan[] = [];

  function endCode(end = codeEnd): void {
    if (codeStart !== undefined && /\S/.test(text.slice(codeStart, end)))
      blocks.push({
        kind: "code",
        start: codeStart,
        end: codeStart + text.slice(codeStart, end).trimEnd().length,
      });
    codeStart = undefined;
  }

  for (const span of lineSpans(text)) {
    if (span.blank) {
      comments = [];
      continue;
    }
    const line = text.slice(span.start, Math.min(span.end, span.start + MAX_LINE_CHARS)).trimEnd();
    const statement = line.trimStart();
    const indent = columnsOf(line.slice(0, line.length - statement.length));
    const around = open.filter((definition) => definition.indent < indent);
    const name = around.every(({ isContainer }) => isContainer) ? nameOf(statement, definitions) : undefined;
    if (name !== undefined) {
      const start = comments[0]?.start ?? span.start;
      endCode(Math.min(codeEnd, start));
      open = [...around, { name, indent, isContainer: containers.test(statement) }];
      blocks.push({
        kind: "heading",
        level: Math.min(open.length, MAX_LEVEL),
        title: name,
        start,
        end: span.end,
      });
      comments = [];
      continue;
    }
    const isAbove = above.test(statement);
    comments = isAbove ? [...comments.slice(1 - MAX_LINES_ABOVE), span] : [];
    // A statement beside a definition ends it; its closing bracket and comments do not.
    if (!isAbove && /^[\p{L}_$@"'(]/u.test(statement)) {
      const left = open.filter((definition) => definition.indent < indent);
      if (left.length < open.length && left.length === 0 && open.length > 0) endCode();
      open = left;
    }
    codeStart ??= span.start;
    codeEnd = span.end;
  }
  endCode();
  return blocks;
}

function nameOf(statement: string, definitions: readonly RegExp[]): string | undefined {
  for (const definition of definitions) {
    const name = definition.exec(statement)?.[1];
    if (name !== undefined) return name;
  }
  return undefined;
}

function columnsOf(indentation: string): number {
  let columns = 0;
  for (const char of indentation) columns += char === "\t" ? TAB_COLUMNS : 1;
  return columns;
}
