import { isDeepStrictEqual } from "node:util";
import { storableLine } from "@quarry/core/internal";
import { LIMITS } from "@quarry/schema";
import type { Database } from "../../platform/database/database.ts";
import { lockMembers } from "../../records/documents/archive-members.ts";
import { type DocumentRow, findByFilenames } from "../../records/documents/document-rows.ts";
import { contentHash, type DocumentInput } from "../receive/document-input.ts";
import type { MemberFile } from "./received-members.ts";

/** A document of an archive's file, and what it becomes. */
export interface MemberChange {
  readonly before: DocumentRow;
  readonly input: DocumentInput;
}

/** What becomes of the files of an archive. */
export interface MemberPlan {
  readonly archive: DocumentRow;
  readonly added: readonly DocumentInput[];
  readonly changed: readonly MemberChange[];
  /** Documents whose file is the same, but not the archive's metadata. */
  readonly described: readonly MemberChange[];
  /** Documents of files that the archive no longer holds. */
  readonly gone: readonly DocumentRow[];
  /** Why files got no document. */
  readonly warnings: readonly string[];
}

/**
 * Compares the files of an archive with the documents that an earlier upload of it made, and locks these. A document of
 * the space that is not of this archive keeps its name.
 */
export async function planMembers(
  tx: Database,
  archive: DocumentRow,
  members: readonly MemberFile[],
): Promise<MemberPlan> {
  const { orgId, spaceId, id } = archive;
  const { inputs, warnings } = toInputs(archive, members);
  const own = new Map((await lockMembers(tx, orgId, id)).map((row) => [row.filename, row]));
  const held = await findByFilenames(tx, orgId, spaceId, [...inputs.keys()]);
  const added: DocumentInput[] = [];
  const changed: MemberChange[] = [];
  const described: MemberChange[] = [];
  for (const [filename, input] of inputs) {
    const before = own.get(filename);
    if (before) {
      own.delete(filename);
      if (before.status === "FAILED" || before.contentHash !== contentHash(input))
        changed.push({ before, input });
      else if (!hasMetadata(before, input)) described.push({ before, input });
    } else if (held.has(filename))
      warnings.push(
        `${filename} was not read: the space has another document of this name. Delete or rename it, and send the archive again.`,
      );
    else added.push(input);
  }
  return { archive, added, changed, described, gone: [...own.values()], warnings };
}

/** The documents to make of an archive's files, by filename. */
function toInputs(
  { filename: archive, metadata }: DocumentRow,
  members: readonly MemberFile[],
): { readonly inputs: ReadonlyMap<string, DocumentInput>; readonly warnings: string[] } {
  const inputs = new Map<string, DocumentInput>();
  const warnings: string[] = [];
  for (const { path, file } of members) {
    const filename = `${archive}/${storableLine(path).replace(/^(?:\.?\/)+/, "")}`;
    if (filename.length > LIMITS.filenameMaxChars)
      warnings.push(
        `${storableLine(path)} was not read: with the archive's name it is longer than ${LIMITS.filenameMaxChars} characters.`,
      );
    else if (inputs.has(filename))
      warnings.push(`${filename} is in the archive more than once. Only the first one was read.`);
    else inputs.set(filename, { filename, file, declaredMimeType: undefined, metadata });
  }
  return { inputs, warnings };
}

function hasMetadata(row: DocumentRow, { metadata }: DocumentInput): boolean {
  // Serialized as the database stores it, where -0 is 0.
  return isDeepStrictEqual(row.metadata, JSON.parse(JSON.stringify(metadata)));
}
