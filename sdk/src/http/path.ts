/**
 * Template tag for paths. Encodes each parameter as one path segment.
 * @throws TypeError for values that URL parsing would drop or resolve: empty, `.` and `..`.
 */
export function path(texts: TemplateStringsArray, ...parameters: string[]): string {
  return texts.reduce((built, text, index) => built + segment(parameters[index - 1]) + text);
}

function segment(value: unknown): string {
  if (typeof value !== "string" || value === "" || value === "." || value === "..") {
    throw new TypeError(
      `${JSON.stringify(value)} is not a valid id. An id must be a non-empty string other than "." and "..".`,
    );
  }
  return encodeURIComponent(value);
}
