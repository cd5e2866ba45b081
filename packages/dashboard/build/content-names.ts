/** A file with a name that the bundler made. */
export interface NamedText {
  /** Of the form `stem-hash.extension`. */
  readonly name: string;
  readonly text: string;
}

const NAME = /^(.+)-[a-z0-9]+\.(js|css)$/;
const HASH_CHARS = 10;

/**
 * Names files by their contents, and by the contents of all files that they import, also in circles. The bundler's own
 * hashes depend on the folder of the repository and on the working directory, so the same sources would have different
 * names on each machine.
 */
export function nameByContent(files: readonly NamedText[]): readonly NamedText[] {
  const imports = new Map(
    files.map(({ name, text }) => [
      name,
      files.filter((other) => other.name !== name && text.includes(other.name)),
    ]),
  );
  const own = new Map(files.map(({ name, text }) => [name, hash(withNames(text, files, stemOf))]));
  const names = new Map(
    files.map((file) => {
      const [, , extension = "js"] = NAME.exec(file.name) ?? [];
      const parts = [...reachable(file, imports)].map(({ name }) => own.get(name) ?? "").sort();
      return [file.name, `${stemOf(file)}-${hash([own.get(file.name), ...parts].join())}.${extension}`];
    }),
  );
  const newName = ({ name }: NamedText) => names.get(name) ?? name;
  return files.map((file) => ({ name: newName(file), text: withNames(file.text, files, newName) }));
}

function stemOf({ name }: NamedText): string {
  return NAME.exec(name)?.[1] ?? name;
}

function hash(text: string): string {
  return new Bun.CryptoHasher("sha256").update(text).digest("hex").slice(0, HASH_CHARS);
}

function withNames(text: string, files: readonly NamedText[], nameOf: (file: NamedText) => string): string {
  return files.reduce((changed, file) => changed.replaceAll(file.name, nameOf(file)), text);
}

function reachable(
  from: NamedText,
  imports: ReadonlyMap<string, readonly NamedText[]>,
  found = new Set<NamedText>(),
): Set<NamedText> {
  for (const next of imports.get(from.name) ?? [])
    if (!found.has(next)) reachable(next, imports, found.add(next));
  return found;
}
