/** Collects a table's rows as lines, cells separated by ` | `. */
export class HtmlTable {
  readonly lines: string[] = [];
  #header: string | undefined;
  #cells: string[] = [];
  #cell: string[] = [];
  #inCell = false;
  #onlyHeaders = true;

  /** The first row whose cells are all header cells. */
  get header(): string | undefined {
    return this.#header;
  }

  /** Adds text to the open cell. Text between cells, such as a caption, becomes a cell of its own. */
  add(data: string): void {
    this.#cell.push(data);
  }

  /** Ends the open cell and starts the next one. */
  startCell(isHeader: boolean): void {
    this.#endCell();
    this.#inCell = true;
    if (!isHeader) this.#onlyHeaders = false;
  }

  /** Ends the open row, if it has any text. */
  endRow(): void {
    const hasCells = this.#inCell;
    this.#endCell();
    const line = this.#cells.join(" | ");
    if (this.#cells.some((cell) => cell !== "")) {
      if (hasCells && this.#onlyHeaders && this.#header === undefined) this.#header = line;
      this.lines.push(line);
    }
    this.#cells = [];
    this.#inCell = false;
    this.#onlyHeaders = true;
  }

  #endCell(): void {
    const text = this.#cell.join("").replace(/\s+/g, " ").trim();
    if (this.#inCell || text !== "") this.#cells.push(text);
    this.#cell = [];
  }
}
