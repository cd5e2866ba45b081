import { elementText } from "../xml/element-text.ts";
import { readXml, type XmlHandler } from "../xml/read-xml.ts";
import { resolvePath } from "../zip/resolve-path.ts";
import { openZip } from "../zip/zip-files.ts";
import { OOXML_NAMESPACES } from "./ooxml-namespaces.ts";

const CORE_PROPERTIES = "docProps/core.xml";

/** A part's reference to another part. */
export interface Relationship {
  /** The last word of its type: `header`, `chart`, `notesSlide`. */
  readonly type: string;
  /** Name of the entry that it refers to. */
  readonly target: string;
}

/** The relationships of a part, by id. */
export type Relationships = ReadonlyMap<string, Relationship>;

/** An Office document of 2007 or later: parts that refer to each other. */
export interface OoxmlPackage {
  /** Name of the part with the content, if there is one. */
  readonly main: string | undefined;
  /** The title in the document's properties, or an empty text. */
  readonly title: string;
  /** True if a part that was read is damaged or ends too early. */
  readonly isDamaged: boolean;
  /** Returns the relationships of a part by id, without references to other files. */
  relationships(part: string): Relationships;
  /** Reads a part; false if it is missing or damaged. */
  read(part: string, handler: XmlHandler): boolean;
  /** Size of a part when unpacked, in bytes, as the archive declares it; 0 if it is missing. */
  sizeOf(part: string): number;
}

/**
 * Opens an Office document.
 *
 * @param usual The usual name of the part with the content, for files that do not name it.
 * @throws QuarryError `invalid_request` as `openZip`.
 */
export function openPackage(bytes: Uint8Array, kind: string, usual: string): OoxmlPackage {
  const files = openZip(bytes, kind);
  let isDamaged = false;
  const relationshipsByPart = new Map<string, Relationships>();

  function read(part: string, handler: XmlHandler): boolean {
    const source = files.read(part);
    const isWhole = source ? readXml(source, handler, OOXML_NAMESPACES) : files.find(part) === undefined;
    if (!isWhole) isDamaged = true;
    return source !== undefined;
  }

  function relationships(part: string): Relationships {
    const known = relationshipsByPart.get(part);
    if (known) return known;
    const at = part.lastIndexOf("/") + 1;
    const found = new Map<string, Relationship>();
    relationshipsByPart.set(part, found);
    read(`${part.slice(0, at)}_rels/${part.slice(at)}.rels`, {
      open(name, { Id: id, Type: type = "", Target: target, TargetMode: mode }) {
        if (name !== "Relationship" || id === undefined || target === undefined || mode === "External")
          return;
        found.set(id, { type: type.slice(type.lastIndexOf("/") + 1), target: resolvePath(part, target) });
      },
    });
    return found;
  }

  const root = [...relationships("").values()];
  const targetOf = (type: string, otherwise: string) =>
    files.find(root.find((relationship) => relationship.type === type)?.target ?? otherwise) ??
    files.find(otherwise);
  return {
    main: targetOf("officeDocument", usual),
    title: elementText(
      files.read(targetOf("core-properties", CORE_PROPERTIES) ?? ""),
      "dc:title",
      OOXML_NAMESPACES,
    ),
    get isDamaged() {
      return isDamaged;
    },
    relationships,
    read,
    sizeOf: files.sizeOf,
  };
}
