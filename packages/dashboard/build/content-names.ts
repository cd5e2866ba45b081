/** A file with a name that the bundler made. */
export interface NamedText {
  /** Of the form `stem-hash.extension`. */
  readonly name: string;
  readonly text: string;
}

const NAME = /^(.+)-[a-z0-9]+\.(js|css)$/;

/**
 * Names files by their contents alone. The bundler's own hashes depend on the folder of the repository and on the working
 * directory, so the same sources would have different names on each machine.
 * @throws Error for files that import each other in a circle.
 */
export function nameByContent(files: readonly NamedText[]): ReadonlyMap<string, NamedText> {
  const byName = new Map(files.map((file) => [file.name, file]));
  const renamed = new Map<string, NamedText>();
  const open = new Set<string>();

  function rename(file: NamedText): NamedText {
    const known = renamed.get(file.name);
    if (known) return known;
    if (open.has(file.name)) throw new Error(`${file.name} imports itself through other files.`);
    open.add(file.name);
    let { text } = file;
    for (const [name, other] of byName)
      if (name !== file.name && text.includes(name)) text = text.replaceAll(name, rename(other).name);
    const [, stem = "file", extension = "js"] = NAME.exec(file.name) ?? [];
    const hash = new Bun.CryptoHasher("sha256").update(text).digest("hex").slice(0, 10);
    const named = { name: `${stem}-${hash}.${extension}`, text };
    renamed.set(file.name, named);
    return named;
  }

  for (const file of files) rename(file);
  return renamed;
}
