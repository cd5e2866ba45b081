/** A blob that the power-cut test stores: some share a folder, some have one of their own. */
export function cutBlob(number: number): { readonly key: string; readonly bytes: Uint8Array } {
  const bytes = Uint8Array.from({ length: 2500 }, (_, at) => (at * 7 + number) % 256);
  return { key: `org/space-${number % 4 === 0 ? number : "shared"}/${number}`, bytes };
}
