import { readXml } from "../xml/read-xml.ts";
import { passwordError } from "../zip/zip-errors.ts";
import type { ZipFiles } from "../zip/zip-files.ts";

const MANIFEST = "META-INF/manifest.xml";

/** @throws QuarryError `invalid_request` if an OpenDocument file has a password. */
export function assertNotEncrypted(files: ZipFiles): void {
  const manifest = files.read(MANIFEST);
  let isEncrypted = false;
  if (manifest)
    readXml(manifest, {
      open(name) {
        isEncrypted ||= /(?:^|:)encryption-data$/.test(name);
      },
    });
  if (isEncrypted) throw passwordError();
}
