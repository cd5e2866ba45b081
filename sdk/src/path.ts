/**
 * Template tag for paths: encodes every parameter as one segment, and refuses the values that URL parsing would
 * swallow or walk up with (empty, `.`, `..`).
 */
export function path(texts: TemplateStringsArray, ...parameters: string[]): string {
  return texts.reduce((built, text, index) => built + segment(parameters[index - 1]) + text);
}

function segment(value: unknown): string {
  if (typeof value !== "string" || value === "" || value === "." || value === "..") {
    throw new TypeError(
      `${JSON.stringify(value)} cannot be an id: it must be a string, not empty, "." or "..".`,
    );
  }
  return encodeURIComponent(value);
}
