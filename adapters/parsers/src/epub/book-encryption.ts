import { readXml } from "../xml/read-xml.ts";
import { resolvePath } from "../zip/resolve-path.ts";
import type { ZipFiles } from "../zip/zip-files.ts";
import { EPUB_NAMESPACES } from "./epub-namespaces.ts";

const ENCRYPTION = "META-INF/encryption.xml";
/** Algorithms that only hide fonts from other programs. */
const FONTS = new Set(["http://www.idpf.org/2008/embedding", "http://ns.adobe.com/pdf/enc#RC"]);

/** Returns the names, in lower case, of the entries that copy protection has encrypted. */
export function encryptedEntries(files: ZipFiles): ReadonlySet<string> {
  const source = files.read(ENCRYPTION);
  const encrypted = new Set<string>();
  if (!source) return encrypted;
  let isFont = false;
  readXml(
    source,
    {
      open(name, { Algorithm: algorithm = "", URI: uri = "" }) {
        if (name === "enc:EncryptedData") isFont = false;
        else if (name === "enc:EncryptionMethod") isFont ||= FONTS.has(algorithm);
        else if (name === "enc:CipherReference" && !isFont) encrypted.add(resolvePath("", uri).toLowerCase());
      },
    },
    EPUB_NAMESPACES,
  );
  return encrypted;
}
