/**
 * Resolves a reference in a file of an archive to the name of an entry: relative to the file's folder, or to the root
 * of the archive if it starts with `/`. Fragments and percent-encoding are removed.
 */
export function resolvePath(file: string, reference: string): string {
  const path = decodePercent(reference.replace(/[?#].*$/s, "")).replaceAll("\\", "/");
  const folders = path.startsWith("/") ? [] : file.split("/").slice(0, -1);
  for (const part of path.split("/")) {
    if (part === "..") folders.pop();
    else if (part !== "." && part !== "") folders.push(part);
  }
  return folders.join("/");
}

/** Decodes percent-encoding; a reference that is not well encoded stays as it is. */
function decodePercent(reference: string): string {
  try {
    return decodeURIComponent(reference);
  } catch {
    return reference;
  }
}
