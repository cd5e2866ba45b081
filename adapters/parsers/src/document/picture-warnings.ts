/** The warnings about pictures of a document that were not searched for text. */
export function picturesLeftOut(count: number): readonly string[] {
  if (count === 0) return [];
  return [count === 1 ? "1 picture was left out." : `${count} pictures were left out.`];
}
