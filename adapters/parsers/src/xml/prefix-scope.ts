import type { Attributes } from "./attributes.ts";

/** The expected prefix by namespace; an empty prefix means names without one. */
export type Namespaces = Readonly<Record<string, string>>;

/** More prefixes than any program declares. Each declaration copies the prefixes around it. */
const MAX_PREFIXES = 200;

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

  function renamed(name: string, isAttribute: boolean): string {
    const colon = name.indexOf(":");
    // A default namespace does not apply to attributes.
    if (colon === -1 && isAttribute) return name;
    const prefix = prefixes.get(colon === -1 ? "" : name.slice(0, colon));
    if (prefix === undefined) return name;
    return prefix === "" ? name.slice(colon + 1) : `${prefix}:${name.slice(colon + 1)}`;
  }

  return {
    open(name, attributes) {
      const keys = Object.keys(attributes);
      const declared = keys.filter((key) => key === "xmlns" || key.startsWith("xmlns:"));
      outer.push(declared.length > 0 ? prefixes : undefined);
      if (declared.length > 0) {
        const inner = new Map(prefixes);
        for (const key of declared) {
          const own = key.slice("xmlns:".length);
          const prefix = expected.get(attributes[key] ?? "");
          if (prefix === undefined) inner.delete(own);
          else if (inner.size < MAX_PREFIXES) inner.set(own, prefix);
        }
        prefixes = inner;
      }
      if (keys.length === 0) return { element: renamed(name, false), attributes };
      const result: Record<string, string | undefined> = {};
      for (const key of keys) result[renamed(key, true)] = attributes[key];
      return { element: renamed(name, false), attributes: result };
    },
    close() {
      prefixes = outer.pop() ?? prefixes;
    },
  };
}
