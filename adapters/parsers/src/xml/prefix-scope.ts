import type { Attributes } from "./attributes.ts";

/** The expected prefix by namespace; an empty prefix means names without one. */
export type Namespaces = Readonly<Record<string, string>>;

/** More prefixes than any program declares. Each declaration copies the prefixes around it. */
const MAX_PREFIXES = 200;
/** More names than any format has. */
const MAX_NAMES = 1000;

interface PrefixScope {
  open(name: string, attributes: Attributes): { element: string; attributes: Attributes };
  close(): void;
}

/** Replaces the prefixes that a file declares with the expected ones of its namespaces. */
export function prefixScope(namespaces: Namespaces): PrefixScope {
  const expected = new Map(Object.entries(namespaces));
  if (expected.size === 0) return { open: (element, attributes) => ({ element, attributes }), close() {} };
  let prefixes: ReadonlyMap<string, string> = new Map();
  /** The prefixes outside of each open element, if it declares any. */
  const outer: (ReadonlyMap<string, string> | undefined)[] = [];
  const elements = nameCache((name) => renamed(name, false));
  const attributeNames = nameCache((name) => renamed(name, true));

  function renamed(name: string, isAttribute: boolean): string {
    const colon = name.indexOf(":");
    // A default namespace does not apply to attributes.
    if (colon === -1 && isAttribute) return name;
    const prefix = prefixes.get(colon === -1 ? "" : name.slice(0, colon));
    if (prefix === undefined) return name;
    return prefix === "" ? name.slice(colon + 1) : `${prefix}:${name.slice(colon + 1)}`;
  }

  function declare(attributes: Attributes): void {
    const inner = new Map(prefixes);
    for (const key of Object.keys(attributes).filter(isDeclaration)) {
      const own = key.slice("xmlns:".length);
      const prefix = expected.get(attributes[key] ?? "");
      if (prefix === undefined) inner.delete(own);
      else if (inner.size < MAX_PREFIXES) inner.set(own, prefix);
    }
    setPrefixes(inner);
  }

  function setPrefixes(next: ReadonlyMap<string, string>): void {
    prefixes = next;
    elements.clear();
    attributeNames.clear();
  }

  /** The attributes with expected names; themselves if their names are the expected ones, as in most files. */
  function renamedAttributes(attributes: Attributes): Attributes {
    let isRenamed = false;
    for (const key in attributes) isRenamed ||= attributeNames.get(key) !== key;
    if (!isRenamed) return attributes;
    const result: Record<string, string | undefined> = {};
    for (const key in attributes) result[attributeNames.get(key)] = attributes[key];
    return result;
  }

  return {
    open(name, attributes) {
      let declares = false;
      for (const key in attributes) declares ||= isDeclaration(key);
      outer.push(declares ? prefixes : undefined);
      if (declares) declare(attributes);
      return { element: elements.get(name), attributes: renamedAttributes(attributes) };
    },
    close() {
      const before = outer.pop();
      if (before) setPrefixes(before);
    },
  };
}

function isDeclaration(attribute: string): boolean {
  return attribute.startsWith("xmlns") && (attribute.length === 5 || attribute[5] === ":");
}

/** Remembers new names; a file has few. */
function nameCache(rename: (name: string) => string) {
  const known = new Map<string, string>();
  return {
    clear: () => known.clear(),
    get(name: string): string {
      const found = known.get(name);
      if (found !== undefined) return found;
      if (known.size >= MAX_NAMES) known.clear();
      const result = rename(name);
      known.set(name, result);
      return result;
    },
  };
}
