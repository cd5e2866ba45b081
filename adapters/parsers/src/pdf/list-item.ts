const ITEM = /^(?:[•◦▪■●○‣⁃∙·–—*-]|\(?(?:\d{1,3}|[a-z]|[ivx]{1,4})[.)])\s+\S/u;

/** True if a line starts with a bullet or a number, as the items of lists do. */
export function isListItem(line: string): boolean {
  return ITEM.test(line);
}
