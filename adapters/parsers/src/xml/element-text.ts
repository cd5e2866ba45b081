import type { Namespaces } from "./prefix-scope.ts";
import { readXml } from "./read-xml.ts";

/** Returns the text of the first element with a name, without the elements in it; empty if there is none. */
export function elementText(source: Uint8Array | undefined, element: string, namespaces: Namespaces): string {
  let text: string | undefined;
  let isOpen = false;
  if (source)
    readXml(
      source,
      {
        open(name) {
          isOpen = name === element && text === undefined;
          if (isOpen) text = "";
        },
        close() {
          isOpen = false;
        },
        text(data) {
          if (isOpen) text += data;
        },
      },
      namespaces,
    );
  return (text ?? "").trim();
}
