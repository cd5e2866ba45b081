import type { Block, BlockKind } from "@quarry/core";
import { truncateLine } from "../document/parsed-document.ts";
import { HtmlTable } from "./html-table.ts";

/** Builds a page's text and blocks from a stream of text and tags. It keeps no tree, so deep nesting costs nothing. */
export class HtmlText {
  readonly blocks: Block[] = [];
  readonly #parts: string[] = [];
  /** The next item number of every open list; 0 for unordered lists. */
  readonly #lists: number[] = [];
  #length = 0;
  #open: { kind: BlockKind; start: number; level?: number } | undefined;
  #next: { kind: BlockKind; level?: number } | undefined;
  #space = false;
  #newLine = false;
  #item = "";
  #preformatted = 0;
  #tables = 0;
  #table = new HtmlTable();

  /** The text so far. */
  get text(): string {
    return this.#parts.join("");
  }

  /** Adds text from the source, with entities decoded. */
  add(data: string): void {
    if (this.#tables > 0) {
      this.#table.add(data);
    } else if (this.#preformatted > 0) {
      // HTML ignores a line end right after <pre>.
      const verbatim = this.#open && !this.#newLine ? data : data.replace(/^\n+/, "");
      if (verbatim !== "") this.#write(verbatim);
    } else {
      this.#addCollapsed(data);
    }
  }

  /** Ends the open paragraph. Inside a list this only ends the line, inside a table only the word. */
  endParagraph(): void {
    if (this.#tables > 0) this.#table.add(" ");
    else if (this.#lists.length > 0 || this.#preformatted > 0) this.#newLine = true;
    else this.#endBlock();
  }

  /** Starts a new line in the open paragraph. */
  endLine(): void {
    if (this.#tables > 0) this.#table.add(" ");
    else if (this.#preformatted > 0) this.add("\n");
    else this.#newLine = true;
  }

  /** Starts a heading. Inside lists and tables a heading is plain text. */
  startHeading(level: number): void {
    this.endParagraph();
    if (this.#tables === 0 && this.#lists.length === 0) this.#next = { kind: "heading", level };
  }

  startPreformatted(): void {
    this.endParagraph();
    if (this.#tables > 0) return;
    if (this.#lists.length === 0) this.#next = { kind: "code" };
    this.#preformatted++;
  }

  endPreformatted(): void {
    if (this.#tables > 0 || this.#preformatted === 0) return;
    this.#preformatted--;
    this.endParagraph();
  }

  startList(ordered: boolean): void {
    this.endParagraph();
    if (this.#tables === 0) this.#lists.push(ordered ? 1 : 0);
  }

  endList(): void {
    if (this.#tables === 0) this.#lists.pop();
    this.endParagraph();
  }

  startItem(): void {
    this.endLine();
    if (this.#tables > 0 || this.#preformatted > 0) return;
    const number = this.#lists.at(-1) ?? 0;
    if (number > 0) this.#lists[this.#lists.length - 1] = number + 1;
    this.#item = `${this.#indent(-1)}${number > 0 ? `${number}. ` : "- "}`;
  }

  startTable(): void {
    if (this.#tables++ > 0) return;
    this.#endBlock();
    this.#table = new HtmlTable();
  }

  startRow(): void {
    if (this.#tables === 1) this.#table.endRow();
  }

  startCell(isHeader: boolean): void {
    if (this.#tables === 1) this.#table.startCell(isHeader);
    else if (this.#tables > 1) this.#table.add(" ");
  }

  endTable(): void {
    if (this.#tables === 0 || --this.#tables > 0) return;
    this.#table.endRow();
    const { lines, header } = this.#table;
    if (lines.length === 0) return;
    this.#separate();
    const start = this.#length;
    const rows = lines.map((line, index) => {
      if (index > 0) this.#push("\n");
      const rowStart = this.#length;
      this.#push(line);
      return { start: rowStart, end: this.#length };
    });
    this.blocks.push({
      kind: "table",
      start,
      end: this.#length,
      rows,
      ...(header ? { header: truncateLine(header, 500) } : {}),
    });
  }

  /** Closes all open tables and blocks. */
  finish(): void {
    this.#tables = Math.min(this.#tables, 1);
    this.endTable();
    this.#endBlock();
  }

  #addCollapsed(data: string): void {
    const words = data.replace(/[\s\u00ad]+/g, (run) => (/\s/.test(run) ? " " : ""));
    if (words.startsWith(" ")) this.#space = true;
    const content = words.trim();
    if (content === "") return;
    this.#write(content);
    this.#space = words.endsWith(" ");
  }

  #write(content: string): void {
    if (!this.#open) {
      this.#separate();
      const kind = this.#lists.length > 0 || this.#item !== "" ? "list" : "paragraph";
      this.#open = { ...(this.#next ?? { kind }), start: this.#length };
      this.#push(this.#item);
    } else if (this.#newLine) {
      this.#push(`\n${this.#item || this.#indent(0)}`);
    } else if (this.#space) {
      this.#push(" ");
    }
    this.#item = "";
    this.#newLine = false;
    this.#space = false;
    this.#push(content);
  }

  #endBlock(): void {
    const open = this.#open;
    if (open) {
      const { kind, start, level } = open;
      const title = kind === "heading" ? { title: truncateLine(this.#since(start)) } : {};
      this.blocks.push({
        kind,
        start,
        end: this.#length,
        ...(level === undefined ? {} : { level }),
        ...title,
      });
      this.#next = undefined;
    }
    this.#open = undefined;
    this.#newLine = false;
    this.#space = false;
    this.#item = "";
  }

  /** Returns the text from an offset on. Only fast for offsets near the end. */
  #since(start: number): string {
    const tail: string[] = [];
    let at = this.#length;
    for (let index = this.#parts.length - 1; index >= 0 && at > start; index--) {
      const part = this.#parts[index] ?? "";
      tail.push(part);
      at -= part.length;
    }
    return tail.reverse().join("");
  }

  #separate(): void {
    if (this.#length > 0) this.#push("\n\n");
  }

  #indent(deeper: number): string {
    // The limit keeps the text linear in the nesting depth.
    return "  ".repeat(Math.max(0, Math.min(this.#lists.length + deeper, 16)));
  }

  #push(part: string): void {
    this.#parts.push(part);
    this.#length += part.length;
  }
}
