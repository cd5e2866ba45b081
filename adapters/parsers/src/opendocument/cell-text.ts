import { assertLength } from "../document/parsed-document.ts";
import type { Attributes } from "../xml/attributes.ts";

/** Collects the text of a cell or a drawing from the elements in it. */
export interface CellText {
  open(name: string, attributes: Attributes): void;
  close(name: string): void;
  add(data: string): void;
  text(): string;
}

const MAX_SPACES = 100;
/** Values of a cell that shows no text, for example because of a conditional format. */
const VALUES = ["office:string-value", "office:date-value", "office:time-value", "office:value"];

/** Starts the text of a cell. @param cell Its attributes; none for a drawing. */
export function cellText(cell: Attributes = {}): CellText {
  const parts: string[] = [];
  let length = 0;
  /** Open paragraphs and descriptions: other elements hold only white space between them. */
  let open = 0;
  const add = (data: string) => {
    length += data.length;
    assertLength(length);
    parts.push(data);
  };
  return {
    open(name, attributes) {
      if (isParagraph(name)) open += 1;
      else if (name === "text:s")
        add(" ".repeat(Math.min(Math.max(1, Number(attributes["text:c"]) || 1), MAX_SPACES)));
      else if (name === "text:tab") add("\t");
      else if (name === "text:line-break") add("\n");
    },
    close(name) {
      if (!isParagraph(name)) return;
      open -= 1;
      add("\n");
    },
    add(data) {
      if (open > 0) add(data.replace(/[ \t\r\n]+/g, " "));
    },
    text() {
      const shown = parts.join("").trim();
      if (shown !== "") return shown;
      const value = VALUES.map((name) => cell[name]).find((given) => given !== undefined);
      return value ?? (cell["office:boolean-value"] ?? "").toUpperCase();
    },
  };
}

function isParagraph(name: string): boolean {
  return name === "text:p" || name === "text:h" || name === "svg:desc";
}
