import type { XmlHandler } from "./read-xml.ts";

/**
 * Returns a handler that receives neither skipped elements nor their content. Of the alternatives that Office programs
 * write for older programs, it receives the first one.
 */
export function skippingReader(handler: XmlHandler, isSkipped: (name: string) => boolean): XmlHandler {
  /** For each open list of alternatives: whether one has been read. */
  const alternatives: boolean[] = [];
  let depth = 0;

  function isOtherAlternative(name: string): boolean {
    if (name !== "mc:Choice" && name !== "mc:Fallback") return false;
    const wasRead = alternatives.at(-1) ?? false;
    alternatives[Math.max(0, alternatives.length - 1)] = true;
    return wasRead;
  }

  return {
    open(name, attributes) {
      if (depth > 0 || isSkipped(name) || isOtherAlternative(name)) {
        depth += 1;
        return;
      }
      if (name === "mc:AlternateContent") alternatives.push(false);
      handler.open?.(name, attributes);
    },
    close(name) {
      if (depth > 0) {
        depth -= 1;
        return;
      }
      if (name === "mc:AlternateContent") alternatives.pop();
      handler.close?.(name);
    },
    text(data) {
      if (depth === 0) handler.text?.(data);
    },
  };
}
