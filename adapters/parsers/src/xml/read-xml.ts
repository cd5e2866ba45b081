import { Parser } from "htmlparser2";
import { parseError } from "../document/parse-error.ts";
import type { Attributes } from "./attributes.ts";
import { decodeXml } from "./decode-xml.ts";
import { type Namespaces, prefixScope } from "./prefix-scope.ts";

/** Office programs nest a few dozen levels. The parser searches its stack of open elements at each end tag. */
const MAX_DEPTH = 4_000;

/** Receives the content of an XML file in order. */
export interface XmlHandler {
  open?(name: string, attributes: Attributes): void;
  close?(name: string): void;
  text?(data: string): void;
  /** Called after each piece of the file with the number of bytes read so far. */
  progress?(bytesRead: number): void;
}

/**
 * Reads an XML file without a tree of its elements. Tolerates errors of syntax; ignores entities that the file defines.
 *
 * @param namespaces The prefix that the handler expects for each namespace, regardless of the prefix in the file.
 * Names of other namespaces keep the file's prefix.
 * @returns False if the file ends before its last element does.
 * @throws QuarryError `invalid_request` if elements are nested too deeply.
 */
export function readXml(bytes: Uint8Array, handler: XmlHandler, namespaces: Namespaces = {}): boolean {
  const scope = prefixScope(namespaces);
  const names: string[] = [];
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        if (names.length >= MAX_DEPTH)
          throw parseError("The file nests its content too deeply.", "Send its text instead.");
        const { element, attributes: renamed } = scope.open(name, attributes);
        names.push(element);
        handler.open?.(element, renamed);
      },
      onclosetag() {
        scope.close();
        const name = names.pop() ?? "";
        handler.close?.(name);
      },
      ontext: (data) => handler.text?.(data),
    },
    { xmlMode: true },
  );
  for (const { text, bytesRead } of decodeXml(bytes)) {
    parser.write(text);
    handler.progress?.(bytesRead);
  }
  const isComplete = names.length === 0;
  parser.end();
  return isComplete;
}
