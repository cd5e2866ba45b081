import type { FlowBlock } from "../flow/flow-block.ts";

/** A paragraph of a shape. */
export interface ShapeParagraph {
  readonly text: string;
  readonly level: number;
  /** `auto` for numbers; undefined if the layout decides. */
  readonly bullet: "none" | "sign" | "auto" | undefined;
}

/** A text box or placeholder of a slide. */
export interface Shape {
  /** The kind of placeholder, such as `title`; undefined for text boxes. */
  placeholder: string | undefined;
  readonly paragraphs: ShapeParagraph[];
}

/** Placeholders with the content of a slide, whose paragraphs have bullets unless they say otherwise. */
const CONTENT = new Set(["obj", "body"]);
const TITLES = new Set(["title", "ctrTitle"]);

/** True for the title of a slide. */
export function isTitle({ placeholder = "" }: Shape): boolean {
  return TITLES.has(placeholder);
}

/** Returns the text of a shape: a heading, a list or paragraphs. */
export function shapeBlocks(shape: Shape): FlowBlock[] {
  const paragraphs = shape.paragraphs.filter(({ text }) => text.trim() !== "");
  if (isTitle(shape)) {
    const text = paragraphs.map((paragraph) => paragraph.text).join(" ");
    return text === "" ? [] : [{ kind: "heading", level: 1, text }];
  }
  const isList = CONTENT.has(shape.placeholder ?? "") && paragraphs.length > 1;
  const numbers: number[] = [];
  return paragraphs.map(({ text, level, bullet }) => {
    if (bullet === "none" || (bullet === undefined && !isList))
      return { kind: "paragraph", text: text.trim() };
    numbers.length = Math.min(numbers.length, level + 1);
    if (bullet === "auto") numbers[level] = (numbers[level] ?? 0) + 1;
    return { kind: "item", level, mark: bullet === "auto" ? `${numbers[level]}.` : "-", text };
  });
}
