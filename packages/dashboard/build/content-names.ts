/** A file with a name that the bundler made. */
export interface NamedText {
  /** Of the form `stem-hash.extension`. */
  readonly name: string;
  readonly text: string;
}

const NAME = /^(.+)-([a-z0-9]{8})\.(js|css)$/;
const HASH_CHARS = 10;

/**
 * Names files by their contents, and by the contents of all files that they import, also in circles. The bundler's own
 * hashes depend on the folder of the repository and on the working directory, so the same sources would have different
 * names on each machine. It also writes a hash alone where it lists the files to load ahead.
 */
export function nameByContent(files: readonly NamedText[]): readonly NamedText[] {
  const given = files.map(({ name, text }) => {
    const [, stem = name, hash = name, extension = ""] = NAME.exec(name) ?? [];
    return { name, stem, hash, extension, text };
  });
  const imports = new Map(
    given.map(({ hash, text }) => [
      hash,
      given.filter((other) => other.hash !== hash && text.includes(other.hash)),
    ]),
  );
  /** The texts without the bundler's hashes. */
  const own = new Map(given.map(({ hash, text }) => [hash, contentHash(replaced(text, ({ stem }) => stem))]));
  const hashes = new Map(
    given.map(({ hash }) => {
      const parts = [...reachable(hash, imports)].map((each) => own.get(each)).sort();
      return [hash, contentHash([own.get(hash), ...parts].join())];
    }),
  );
  const newHash = ({ hash }: { readonly hash: string }) => hashes.get(hash) ?? hash;
  return given.map((file) => ({
    name: `${file.stem}-${newHash(file)}.${file.extension}`,
    text: replaced(file.text, newHash),
  }));

  function replaced(text: string, by: (file: (typeof given)[number]) => string): string {
    return given.reduce((changed, file) => changed.replaceAll(file.hash, by(file)), text);
  }
}

/** A short hash of a text, for the name of a file. */
export function contentHash(text: string): string {
  return new Bun.CryptoHasher("sha256").update(text).digest("hex").slice(0, HASH_CHARS);
}

function reachable(
  from: string,
  imports: ReadonlyMap<string, readonly { readonly hash: string }[]>,
  found = new Set<string>(),
): Set<string> {
  for (const { hash } of imports.get(from) ?? [])
    if (!found.has(hash)) reachable(hash, imports, found.add(hash));
  return found;
}
