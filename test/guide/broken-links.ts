import { posix } from "node:path";

/** Links between the files of a site that lead to no file or to no heading, each with its page. */
export function brokenLinks(files: ReadonlyMap<string, string>): string[] {
  const broken: string[] = [];
  for (const [path, text] of files) {
    const links = path.endsWith(".html")
      ? [...text.matchAll(/<(?:a|link|script|img)\b[^>]*?\b(?:href|src)="([^"]*)"/g)]
      : path.endsWith(".md")
        ? [...text.replaceAll(/```[\s\S]*?```|`[^`]*`/g, "").matchAll(/\]\(([^)\s]+)\)/g)]
        : [];
    for (const [, link = ""] of links) {
      // Of other hosts, and of the service itself.
      if (/^([a-z]+:|\/)/.test(link)) continue;
      const [file = "", anchor] = link.split("#");
      const target = file === "" ? path : posix.join(posix.dirname(path), file);
      const found = files.get(target);
      const hasAnchor = anchor === undefined || target.endsWith(".md") || found?.includes(`id="${anchor}"`);
      if (found === undefined || !hasAnchor) broken.push(`${path}: ${link}`);
    }
  }
  return broken;
}
