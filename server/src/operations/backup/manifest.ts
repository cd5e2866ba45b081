import { type Static, Type } from "@sinclair/typebox";

/** The version of the format. A program reads backups of its own format and of earlier ones. */
export const FORMAT = 1;

const SqlName = Type.String({ pattern: "^[a-z][a-z0-9_]*$" });

/** A question with what it found when the backup was made. */
export const SampleQuestion = Type.Object({
  orgId: Type.String(),
  spaceId: Type.String(),
  query: Type.String(),
  /** Ids of the chunks found, best first. */
  chunkIds: Type.Array(Type.String()),
});
export type SampleQuestion = Static<typeof SampleQuestion>;

/** Describes a backup. */
export const Manifest = Type.Object({
  format: Type.Literal(FORMAT),
  createdAt: Type.String(),
  /** The last migration of the database. */
  migration: Type.String(),
  /** In the order in which they can be filled. */
  tables: Type.Array(
    Type.Object({
      name: SqlName,
      columns: Type.Array(SqlName),
      rows: Type.Integer(),
      /** Of the stored file. */
      sha256: Type.String(),
    }),
  ),
  /** The original files of its documents; the checksum is of their list. */
  files: Type.Object({ count: Type.Integer(), bytes: Type.Integer(), sha256: Type.String() }),
  questions: Type.Array(SampleQuestion),
});
export type Manifest = Static<typeof Manifest>;
