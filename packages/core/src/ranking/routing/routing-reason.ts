/** The evidence behind a recommendation. */
export interface RoutingGrounds {
  /** The question's words that the space's passages contain. */
  readonly held: readonly string[];
  /** The question's words that its name or description contains. */
  readonly mentioned: readonly string[];
  /** True if a passage was found. */
  readonly hasPassage: boolean;
}

/** Explains in a sentence why a space is recommended. */
export function routingReason({ held, mentioned, hasPassage }: RoutingGrounds): string {
  const parts = [
    held.length > 0 ? `its passages hold ${listed(held)}` : "",
    held.length === 0 && hasPassage ? "one of its passages resembles the question" : "",
    mentioned.length > 0 ? `its name or description mentions ${listed(mentioned)}` : "",
  ].filter((part) => part !== "");
  const reason = parts.join("; ") || "its name or description resembles the question";
  return `${reason.slice(0, 1).toUpperCase()}${reason.slice(1)}.`;
}

function listed(words: readonly string[]): string {
  const quoted = words.map((word) => `"${word}"`);
  const last = quoted.pop();
  return quoted.length === 0 ? `${last}` : `${quoted.join(", ")} and ${last}`;
}
