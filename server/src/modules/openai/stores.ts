import { invalidField } from "@quarry/core/internal";
import { expects, LIMITS, type Metadata, Text } from "@quarry/schema";
import { type Static, Type } from "@sinclair/typebox";
import { type Caller, requirePermission } from "../../platform/access/caller.ts";
import type { TenantScope } from "../../platform/access/tenant-scope.ts";
import type { Database } from "../../platform/database/database.ts";
import { requireActiveSpace } from "../../records/spaces/active-space.ts";
import type { SpaceRow } from "../../records/spaces/space-rows.ts";
import type { SpaceService } from "../spaces/service.ts";
import { AttributesInput, replaceShown, toStoreMetadata } from "./attributes.ts";
import { ChunkingStrategy, readStrategy } from "./chunking-strategy.ts";
import { type Cursor, type CursorPage, toCursorPage } from "./cursor.ts";
import { NO_FILES } from "./file-status.ts";
import { toSeconds } from "./seconds.ts";
import { countStores, listStores, type StoreTotals } from "./store-rows.ts";

const Name = Type.Union([Text({ maxLength: LIMITS.spaceNameMaxChars }), Type.Null()], {
  ...expects(`a string of at most ${LIMITS.spaceNameMaxChars} characters, or null`),
});
const ExpiresAfter = Type.Optional(Type.Unknown());

/** Body of the creation of a vector store. */
export const CreateStoreBody = Type.Object(
  {
    name: Type.Optional(Name),
    description: Type.Optional(
      Type.Union([Text({ maxLength: LIMITS.spaceDescriptionMaxChars }), Type.Null()], {
        ...expects(`a string of at most ${LIMITS.spaceDescriptionMaxChars} characters`),
      }),
    ),
    metadata: AttributesInput,
    chunking_strategy: ChunkingStrategy,
    expires_after: ExpiresAfter,
    file_ids: Type.Optional(Type.Array(Text({ maxLength: 200 }), { maxItems: 2000 })),
  },
  { additionalProperties: false },
);
/** Static type of {@link CreateStoreBody}. */
export type CreateStoreBody = Static<typeof CreateStoreBody>;

/** Body of the update of a vector store. */
export const UpdateStoreBody = Type.Object(
  { name: Type.Optional(Name), metadata: AttributesInput, expires_after: ExpiresAfter },
  { additionalProperties: false },
);
/** Static type of {@link UpdateStoreBody}. */
export type UpdateStoreBody = Static<typeof UpdateStoreBody>;

/** Vector stores of OpenAI's API. Each is a space. */
export interface StoreService {
  create(caller: Caller, body: CreateStoreBody): Promise<VectorStore>;
  get(scope: TenantScope, id: string): Promise<VectorStore>;
  list(scope: TenantScope, cursor: Cursor): Promise<CursorPage<VectorStore>>;
  update(caller: Caller, id: string, body: UpdateStoreBody): Promise<VectorStore>;
  /** Erases the space with its documents. Files of OpenAI's API stay. */
  delete(caller: Caller, id: string): Promise<string>;
}

/** A vector store in OpenAI's form. */
export type VectorStore = ReturnType<typeof toStore>;

/** The name of a space that was created without one. */
const UNNAMED = "Vector store";

/** Creates the service. `attachAll` attaches files to a space. */
export function createStoreService(deps: {
  readonly db: Database;
  readonly spaces: SpaceService;
  attachAll(caller: Caller, space: SpaceRow, fileIds: readonly string[]): Promise<void>;
}): StoreService {
  const { db, spaces, attachAll } = deps;

  async function get(scope: TenantScope, id: string): Promise<VectorStore> {
    const row = await requireActiveSpace(db, scope, id);
    return toStore(row, (await countStores(db, row.orgId, [row.id])).get(row.id));
  }

  return {
    get,

    async create(caller, { name, description, metadata, chunking_strategy, expires_after, file_ids = [] }) {
      requireNoExpiry(expires_after);
      if (file_ids.length > 0) requirePermission(caller, "documents:write");
      const chunking = readStrategy(chunking_strategy);
      const { id } = await spaces.create(caller, {
        name: name || UNNAMED,
        metadata: requireTexts(metadata ?? {}),
        ...(description ? { description } : {}),
        ...(chunking ? { chunking } : {}),
      });
      if (file_ids.length > 0) await attachAll(caller, await requireActiveSpace(db, caller, id), file_ids);
      return get(caller, id);
    },

    async list(scope, cursor) {
      const { rows, hasMore } = await listStores(db, scope, cursor);
      const totals = await countStores(
        db,
        scope.orgId,
        rows.map(({ id }) => id),
      );
      return toCursorPage(
        rows.map((row) => toStore(row, totals.get(row.id))),
        hasMore,
      );
    },

    async update(caller, id, { name, metadata, expires_after }) {
      requireNoExpiry(expires_after);
      const space = await requireActiveSpace(db, caller, id);
      await spaces.update(caller, space.id, {
        ...(name ? { name } : {}),
        ...(metadata === undefined
          ? {}
          : {
              metadata: replaceShown(
                space.metadata,
                toStoreMetadata(space.metadata),
                requireTexts(metadata ?? {}),
              ),
            }),
      });
      return get(caller, space.id);
    },

    async delete(caller, id) {
      const space = await requireActiveSpace(db, caller, id);
      await spaces.purge(caller, space.id);
      return space.id;
    },
  };
}

function requireNoExpiry(expiresAfter: unknown): void {
  if (expiresAfter !== undefined && expiresAfter !== null)
    throw invalidField(
      "/expires_after",
      "is not supported: vector stores stay until they are deleted. Omit it",
    );
}

/** @throws QuarryError `invalid_request` for a value that OpenAI's API could not show. */
function requireTexts(metadata: Metadata): Metadata {
  for (const [key, value] of Object.entries(metadata))
    if (typeof value !== "string") throw invalidField(`/metadata/${key}`, "must be a string");
  return metadata;
}

function toStore(row: SpaceRow, totals: StoreTotals | undefined) {
  const { bytes, ...counts } = totals ?? { ...NO_FILES, bytes: 0 };
  return {
    id: row.id,
    object: "vector_store" as const,
    created_at: toSeconds(row.createdAt),
    name: row.name,
    description: row.description,
    usage_bytes: bytes,
    file_counts: counts,
    status: counts.in_progress > 0 ? ("in_progress" as const) : ("completed" as const),
    expires_after: null,
    expires_at: null,
    last_active_at: toSeconds(row.updatedAt),
    metadata: toStoreMetadata(row.metadata),
  };
}
