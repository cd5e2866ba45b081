import type { TokenizerCallbacks } from "htmlparser2";
import { BLOCKS, BOILERPLATE, CONTENT, DROPPED, headingLevel, LINES } from "./html-tags.ts";
import { HtmlText } from "./html-text.ts";
import { createPictureCounter } from "./picture-counter.ts";

/** Which elements of a page are read, and how. */
export interface HtmlOptions {
  /** Drops headers, footers and asides outside of the page's content. */
  readonly dropBoilerplate: boolean;
  /** Keeps navigation. */
  readonly keepAll: boolean;
  /** A tag that ends with a slash closes its element, as in XHTML. */
  readonly selfClosing?: boolean;
}

/**
 * Converts a page's tokens to text. It uses htmlparser2's tokenizer instead of its parser: the parser searches its stack
 * of open elements at every step, which takes quadratic time on a page with a million unclosed elements.
 */
export class HtmlReader implements TokenizerCallbacks {
  readonly text = new HtmlText();
  readonly #picture = createPictureCounter();
  readonly #source: string;
  readonly #dropBoilerplate: boolean;
  readonly #keepAll: boolean;
  readonly #selfClosing: boolean;
  #title = "";
  #inTitle = false;
  #tag = "";
  #contentDepth = 0;
  #dropped: { readonly name: string; depth: number } | undefined;

  constructor(source: string, options: HtmlOptions) {
    this.#source = source;
    this.#selfClosing = options.selfClosing ?? false;
    this.#dropBoilerplate = options.dropBoilerplate;
    this.#keepAll = options.keepAll;
  }

  /** The page's `<title>`. */
  get title(): string {
    return this.#title;
  }

  /** The number of large pictures that the page shows. */
  get pictures(): number {
    return this.#picture.count;
  }

  ontext(start: number, end: number): void {
    this.#add(this.#source.slice(start, end));
  }

  ontextentity(codePoint: number): void {
    this.#add(String.fromCodePoint(codePoint));
  }

  onopentagname(start: number, end: number): void {
    this.#tag = this.#source.slice(start, end).toLowerCase();
    this.#picture.start();
  }

  onopentagend(): void {
    this.#open(this.#tag);
  }

  onselfclosingtag(): void {
    this.#open(this.#tag);
    // The slash closes an SVG element; other elements of HTML ignore it.
    if (this.#selfClosing || this.#tag === "svg") this.#close(this.#tag);
  }

  onclosetag(start: number, end: number): void {
    this.#close(this.#source.slice(start, end).toLowerCase());
  }

  oncdata(start: number, end: number, endOffset: number): void {
    if (this.#selfClosing) this.#add(this.#source.slice(start, end - endOffset));
  }

  onend(): void {
    this.text.finish();
  }

  onattribname(start: number, end: number): void {
    if (this.#tag === "img") this.#picture.name(this.#source.slice(start, end));
  }

  onattribdata(start: number, end: number): void {
    if (this.#tag === "img") this.#picture.value(this.#source, start, end);
  }

  onattribentity(): void {}
  onattribend(): void {}
  oncomment(): void {}
  ondeclaration(): void {}
  onprocessinginstruction(): void {}

  #add(data: string): void {
    if (this.#inTitle) this.#title += data;
    else if (!this.#dropped) this.text.add(data);
  }

  #open(name: string): void {
    if (CONTENT.has(name)) {
      this.#contentDepth++;
      // An unclosed <nav> or <header> must not swallow the page.
      if (this.#dropped?.name === "nav" || BOILERPLATE.has(this.#dropped?.name ?? ""))
        this.#dropped = undefined;
    }
    if (this.#dropped) {
      if (this.#dropped.name === name) this.#dropped.depth++;
    } else if (this.#isDropped(name)) {
      this.#dropped = { name, depth: 1 };
      this.text.endParagraph();
    } else if (name === "title" && this.#title === "") {
      this.#inTitle = true;
    } else {
      this.#openShown(name);
    }
  }

  #openShown(name: string): void {
    const level = headingLevel(name);
    if (level !== undefined) this.text.startHeading(level);
    else if (name === "img") this.#picture.end();
    else if (name === "pre") this.text.startPreformatted();
    else if (name === "ul" || name === "ol" || name === "menu") this.text.startList(name === "ol");
    else if (name === "li") this.text.startItem();
    else if (name === "table") this.text.startTable();
    else if (name === "tr" || name === "caption") this.text.startRow();
    else if (name === "td" || name === "th") this.text.startCell(name === "th");
    else if (LINES.has(name)) this.text.endLine();
    else if (BLOCKS.has(name)) this.text.endParagraph();
  }

  #close(name: string): void {
    if (CONTENT.has(name)) this.#contentDepth = Math.max(0, this.#contentDepth - 1);
    if (this.#dropped) {
      if (this.#dropped.name === name && --this.#dropped.depth === 0) this.#dropped = undefined;
    } else if (name === "title") {
      this.#inTitle = false;
    } else if (name === "pre") {
      this.text.endPreformatted();
    } else if (name === "ul" || name === "ol" || name === "menu") {
      this.text.endList();
    } else if (name === "table") {
      this.text.endTable();
    } else if (name === "tr" || name === "caption") {
      this.text.startRow();
    } else if (BLOCKS.has(name) || headingLevel(name) !== undefined) {
      this.text.endParagraph();
    }
  }

  #isDropped(name: string): boolean {
    if (DROPPED.has(name)) return !(this.#keepAll && (name === "nav" || name === "noscript"));
    return this.#dropBoilerplate && this.#contentDepth === 0 && BOILERPLATE.has(name);
  }
}
