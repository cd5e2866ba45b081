import { Readable } from "node:stream";
import { createGzip } from "node:zlib";
import type { Caller } from "../../platform/access/caller.ts";
import type { TenantScope } from "../../platform/access/tenant-scope.ts";
import type { Database } from "../../platform/database/database.ts";
import { createSlots } from "../../platform/limits/slots.ts";
import { requireActiveSpace } from "../../records/spaces/active-space.ts";
import type { ExportSpace } from "./export-space.ts";
import type { ImportedSpace, ImportOptions, ImportSpace } from "./import-space.ts";

/** A space as an archive. */
export interface SpaceArchive {
  /** A suggested filename. */
  readonly filename: string;
  readonly mimeType: string;
  readonly bytes: AsyncIterable<Uint8Array>;
}

/** Moves spaces between servers, independently of their vector stores. */
export interface ArchiveService {
  /**
   * Exports a space with all its content, as a stream. The space is named by id or slug; an archived space is not found.
   * @throws QuarryError `unavailable` when too many exports are in progress.
   */
  export(scope: TenantScope, idOrSlug: string, options: { readonly gzip: boolean }): Promise<SpaceArchive>;
  /**
   * Creates a space from an archive.
   * @throws QuarryError when anything in the archive is wrong; nothing of it is then kept. `unavailable` when too many
   * imports are in progress.
   */
  import(caller: Caller, archive: AsyncIterable<Uint8Array>, options: ImportOptions): Promise<ImportedSpace>;
}

/** Limits for this process and for each organization. */
const MOST_IMPORTS = { all: 4, ofOrganization: 2 };
const MOST_EXPORTS = { all: 8, ofOrganization: 4 };
const RETRY_AFTER_MS = 30_000;

/** Creates the archive service. */
export function createArchiveService(deps: {
  readonly db: Database;
  readonly exportSpace: ExportSpace;
  readonly importSpace: ImportSpace;
}): ArchiveService {
  const { db, exportSpace, importSpace } = deps;
  const imports = createSlots("imports", MOST_IMPORTS, RETRY_AFTER_MS);
  const exports = createSlots("exports", MOST_EXPORTS, RETRY_AFTER_MS);
  return {
    async export(scope, idOrSlug, { gzip }) {
      const space = await requireActiveSpace(db, scope, idOrSlug);
      exports.require(space.orgId);
      const bytes = exports.stream(space.orgId, exportSpace(space));
      const filename = `${space.slug}.quarry.tar`;
      return gzip
        ? { filename: `${filename}.gz`, mimeType: "application/gzip", bytes: compress(bytes) }
        : { filename, mimeType: "application/x-tar", bytes };
    },
    import: (caller, archive, options) =>
      imports.run(caller.orgId, () => importSpace(caller, archive, options)),
  };
}

/** Reads nothing until it is read: a caller may be gone by then. */
async function* compress(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const source = Readable.from(bytes, { objectMode: true });
  const output = createGzip();
  source.once("error", (error) => output.destroy(error));
  output.once("close", () => source.destroy());
  yield* source.pipe(output);
}
