import { Readable } from "node:stream";
import { createGzip } from "node:zlib";
import type { Caller } from "../../platform/access/caller.ts";
import type { TenantScope } from "../../platform/access/tenant-scope.ts";
import type { Database } from "../../platform/database/database.ts";
import { requireActiveSpace } from "../../records/spaces/active-space.ts";
import { createArchiveRoom } from "./archive-slots.ts";
import type { ExportSpace } from "./export-space.ts";
import type { ImportedSpace, ImportOptions, ImportSpace } from "./import-space.ts";

/** A space as an archive. */
export interface SpaceArchive {
  /** What a file of it may be called. */
  readonly filename: string;
  readonly mimeType: string;
  readonly bytes: AsyncIterable<Uint8Array>;
}

/** Moves spaces between servers, whatever their stores. */
export interface ArchiveService {
  /**
   * A space with all it holds, in pieces. It is named by id or slug; an archived one is not found.
   * @throws QuarryError `unavailable` when too many are under way.
   */
  export(scope: TenantScope, idOrSlug: string, options: { readonly gzip: boolean }): Promise<SpaceArchive>;
  /**
   * @throws QuarryError when anything is wrong with the archive; there is then nothing of it. `unavailable` when too many
   * are under way.
   */
  import(caller: Caller, archive: AsyncIterable<Uint8Array>, options: ImportOptions): Promise<ImportedSpace>;
}

/** In this process, and of one organization. */
const MOST_IMPORTS = { all: 4, ofOrganization: 2 };
const MOST_EXPORTS = { all: 8, ofOrganization: 4 };

/** Creates the service of archives. */
export function createArchiveService(deps: {
  readonly db: Database;
  readonly exportSpace: ExportSpace;
  readonly importSpace: ImportSpace;
}): ArchiveService {
  const { db, exportSpace, importSpace } = deps;
  const imports = createArchiveRoom("imports", MOST_IMPORTS.all, MOST_IMPORTS.ofOrganization);
  const exports = createArchiveRoom("exports", MOST_EXPORTS.all, MOST_EXPORTS.ofOrganization);
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

function compress(bytes: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  const source = Readable.from(bytes, { objectMode: true });
  const output = createGzip();
  source.once("error", (error) => output.destroy(error));
  output.once("close", () => source.destroy());
  return source.pipe(output);
}
