import { Parser } from "htmlparser2";

/** The attributes of an element, by their names without prefixes. */
export type Attributes = Readonly<Record<string, string | undefined>>;

/** Receives the content of a part in order. Names have no prefixes. */
export interface PartReader {
  open?(name: string, attributes: Attributes): void;
  text?(data: string): void;
  close?(name: string): void;
  /** True when the rest is not needed. */
  isDone?(): boolean;
}

/** The bytes of a part, in pieces. */
export type Part = readonly Uint8Array[];

/** Reads a part of an Office file without a tree of its elements. */
export function readPart(part: Part, reader: PartReader): void {
  const parser = new Parser(
    {
      onopentag: (name, attributes) => reader.open?.(withoutPrefix(name), localAttributes(attributes)),
      ontext: (data) => reader.text?.(data),
      onclosetag: (name) => reader.close?.(withoutPrefix(name)),
    },
    { xmlMode: true },
  );
  const decoder = new TextDecoder();
  for (const piece of part) {
    if (reader.isDone?.()) return;
    parser.write(decoder.decode(piece, { stream: true }));
  }
}

function localAttributes(attributes: Attributes): Attributes {
  return Object.fromEntries(Object.entries(attributes).map(([name, value]) => [withoutPrefix(name), value]));
}

function withoutPrefix(name: string): string {
  return name.slice(name.indexOf(":") + 1);
}
