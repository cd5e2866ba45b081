import { gunzipSync } from "node:zlib";
import { damagedError, tooLarge } from "../zip/zip-errors.ts";
import { openZip } from "../zip/zip-files.ts";
import { type ArchiveMember, isTar, readTar } from "./read-tar.ts";

/** The types of archives. */
export const [ZIP, GZIP, TAR] = ["application/zip", "application/gzip", "application/x-tar"] as const;
/** Largest content of all files. The zip reader has the same limit. */
const MAX_UNPACKED_BYTES = 300_000_000;
/** Files of a zip archive that are unpacked together: each call of the library reads the whole list of entries. */
const [BATCH_FILES, BATCH_BYTES] = [100, 10_000_000];

/** The files of an archive, in its order. */
export interface ArchiveFiles {
  readonly totalBytes: number;
  /** True for a gzip file that holds one file and no tar archive. */
  readonly isSingleFile: boolean;
  readonly members: Iterable<ArchiveMember>;
}

/**
 * Opens an archive.
 * @param name File name of the archive, which names the only file in it if it is a compressed file.
 * @param isWanted Called with the path of each file. Others are skipped.
 * @throws QuarryError `invalid_request` if the archive is damaged, has a password or is too large after unpacking.
 */
export function openArchive(
  mimeType: string,
  bytes: Uint8Array,
  name: string,
  isWanted: (path: string) => boolean,
): ArchiveFiles {
  if (mimeType === ZIP) return openZipArchive(bytes, isWanted);
  if (mimeType === TAR && !isTar(bytes)) throw damagedError("tar archive");
  const content = mimeType === TAR ? bytes : unzipped(bytes);
  const path = name.replace(/^.*[\\/]/s, "").replace(/\.gz$/i, "");
  const isSingleFile = !isTar(content);
  const members = isSingleFile
    ? [{ path, bytes: content }]
    : [...readTar(content)].filter((member) => isWanted(member.path));
  return { members, totalBytes: content.length, isSingleFile };
}

function openZipArchive(bytes: Uint8Array, isWanted: (path: string) => boolean): ArchiveFiles {
  const zip = openZip(bytes, "ZIP archive");
  const paths = zip.names.filter((path) => !path.endsWith("/") && isWanted(path));

  function* members(): Generator<ArchiveMember> {
    for (let at = 0; at < paths.length; ) {
      const batch: string[] = [];
      let size = 0;
      do {
        const path = paths[at] ?? "";
        batch.push(path);
        size += zip.sizeOf(path);
        at += 1;
      } while (at < paths.length && batch.length < BATCH_FILES && size < BATCH_BYTES);
      const contents = zip.readAll(batch);
      for (const path of batch) yield { path, bytes: contents.get(path) };
    }
  }
  const totalBytes = paths.reduce((sum, path) => sum + zip.sizeOf(path), 0);
  return { members: members(), totalBytes, isSingleFile: false };
}

function unzipped(bytes: Uint8Array): Uint8Array {
  try {
    return gunzipSync(bytes, { maxOutputLength: MAX_UNPACKED_BYTES });
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ERR_BUFFER_TOO_LARGE") throw tooLarge();
    throw damagedError("gzip archive");
  }
}
