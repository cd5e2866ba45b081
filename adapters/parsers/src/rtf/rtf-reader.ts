import type { FlowBlock } from "../flow/flow-block.ts";
import { symbolCharacter } from "../text/symbol-font.ts";
import {
  ASIDES,
  CHARACTERS,
  DESTINATIONS,
  type Destination,
  OPTIONAL_TEXT,
  PARAGRAPH_ENDS,
} from "./control-words.ts";
import { fontTable, type RtfFont } from "./font-table.ts";
import { rtfAsides } from "./rtf-asides.ts";
import { rtfCharacters } from "./rtf-characters.ts";
import { FIRST_STATE, formatChange, PLAIN_PARAGRAPH, type RtfState } from "./rtf-state.ts";
import type { RtfHandler } from "./rtf-tokens.ts";
import { levelOfOutline, styleTable } from "./style-table.ts";

/** The code page of each control word that names one. */
const PAGE_WORDS: Readonly<Record<string, number>> = { ansi: 1252, mac: 10000, pc: 437, pca: 850 };

/** The content of an RTF file. */
export interface RtfContent {
  readonly blocks: readonly FlowBlock[];
  readonly title: string;
  readonly comments: number;
  readonly hasHiddenText: boolean;
}

/** Creates a reader of RTF: pass it to `readRtf`, then call `finish`. */
export function rtfReader(): RtfHandler & { finish(): RtfContent } {
  const fonts = fontTable();
  const styles = styleTable();
  const characters = rtfCharacters();
  const asides = rtfAsides();
  /** The format outside of each open group, and what to do at the end of the group. */
  const groups: { readonly state: RtfState; ends?: (() => void)[] }[] = [];
  let state: RtfState = FIRST_STATE;
  let defaultFont: number | undefined;
  let isOptional = false;
  let toSkip = 0;
  let title = "";
  let mark = "";
  let comments = 0;
  let hasHiddenText = false;

  function currentFont(): RtfFont | undefined {
    // The names of fonts are not written in them.
    return state.destination === "fonts" ? undefined : fonts.font(state.font ?? defaultFont);
  }

  function write(text: string): void {
    if (text === "") return;
    if (state.destination === "fonts") fonts.add(text);
    else if (state.destination === "styles") styles.add(text);
    else if (state.destination === "title") title = `${title}${text}`.slice(0, 1000);
    else if (state.destination === "mark") mark = `${mark}${text}`.slice(0, 100);
    else if (state.destination === "text" && !state.isDeleted) {
      if (state.isHidden) hasHiddenText ||= text.trim() !== "";
      else asides.flow.add(text);
    }
  }

  function flush(): void {
    write(characters.take());
  }

  function change(changes: Partial<RtfState>): void {
    state = { ...state, ...changes };
  }

  function atEnd(end: () => void): void {
    const group = groups.at(-1);
    if (!group) return;
    group.ends ??= [];
    group.ends.push(end);
  }

  /** Enters what a group holds, if the control word names it. */
  function enter(name: string): boolean {
    if (ASIDES.has(name)) {
      const isInSkipped = state.destination !== "text" && state.destination !== "drawing";
      if (isInSkipped) return true;
      change({ ...PLAIN_PARAGRAPH, destination: "text", isHidden: false, isDeleted: false });
      atEnd(asides.start(name));
      return true;
    }
    if (name === "ud" && state.destination === "twice") {
      change({ destination: state.outer });
      return true;
    }
    const destination = /^m[a-zA-Z]*Pr$/.test(name) ? "skip" : DESTINATIONS.get(name);
    if (destination === undefined) return false;
    if (name === "annotation") comments += 1;
    enterDestination(destination);
    return true;
  }

  function enterDestination(destination: Destination): void {
    // Nothing inside skipped content is text, and a title is one only in a file's description.
    if (state.destination === "skip" || (destination === "title") !== (state.destination === "info")) {
      change({ destination: "skip" });
      return;
    }
    if (destination === "mark") {
      mark = "";
      const { flow } = asides;
      atEnd(() => flow.mark(mark));
    }
    change({ destination, outer: state.destination });
  }

  function unicode(code: number): void {
    flush();
    const value = code < 0 ? code + 0x10000 : code;
    toSkip = state.fallbackLength;
    if (value < 0x20 || value > 0x10ffff || (value >= 0x7f && value < 0xa0)) return;
    const font = currentFont();
    write(font?.isSymbol ? symbolCharacter(value, font.name) : String.fromCodePoint(value));
  }

  function paragraphEnd(): void {
    if (state.destination !== "text") return;
    const { inTable, style, outline, listLevel } = state;
    asides.flow.endParagraph(inTable, (mark) => {
      const level = levelOfOutline(outline) ?? styles.level(style);
      if (level !== undefined) return { kind: "heading", level };
      if (mark === undefined) return { kind: "paragraph" };
      // A single character is a bullet, often a letter in a font of symbols.
      const isNumber = mark.length > 1 && /[\p{L}\p{N}]/u.test(mark);
      return { kind: "item", level: listLevel, mark: isNumber ? mark : "-" };
    });
  }

  function tableWord(name: string): void {
    if (state.destination !== "text") return;
    if (name === "cell") asides.flow.endCell();
    else if (name === "row") asides.flow.endRow();
    else if (name === "trowd") asides.flow.defineRow();
  }

  function word(name: string, parameter: number | undefined): void {
    if (state.destination === "fonts") fonts.control(name, parameter);
    else if (state.destination === "styles") styles.control(name, parameter);
    const changes = formatChange(name, parameter, defaultFont);
    if (changes) change(changes);
    else if (PARAGRAPH_ENDS.has(name)) paragraphEnd();
    else if (name === "deff") defaultFont = parameter;
    else if (name === "ansicpg" && parameter) characters.defaultPage = parameter;
    else if (PAGE_WORDS[name] !== undefined) characters.defaultPage = PAGE_WORDS[name];
    else tableWord(name);
  }

  return {
    open() {
      flush();
      toSkip = 0;
      isOptional = false;
      groups.push({ state });
    },
    close() {
      flush();
      toSkip = 0;
      const group = groups.pop();
      if (!group) return;
      if (state.destination === "styles") styles.end();
      for (const end of group.ends?.reverse() ?? []) end();
      state = group.state;
    },
    control(name, parameter) {
      if (name === "u" && parameter !== undefined) return unicode(parameter);
      const character = CHARACTERS.get(name);
      if (character !== undefined && toSkip > 0) {
        toSkip -= 1;
        return;
      }
      flush();
      toSkip = 0;
      if (character !== undefined) return write(character);
      if (name === "*") {
        isOptional = true;
        return;
      }
      const wasOptional = isOptional;
      isOptional = false;
      if (enter(name)) return;
      if (wasOptional && !OPTIONAL_TEXT.has(name)) change({ destination: "skip" });
      else word(name, parameter);
    },
    byte(byte, escaped) {
      if (toSkip > 0) toSkip -= 1;
      else if (state.destination !== "skip") {
        characters.add(byte, currentFont(), escaped);
        if (characters.isFull) flush();
      }
    },
    expectsByte: () => characters.isOpen,
    finish() {
      while (groups.length > 0) this.close();
      flush();
      paragraphEnd();
      return { blocks: asides.finish(), title: title.trim(), comments, hasHiddenText };
    },
  };
}
