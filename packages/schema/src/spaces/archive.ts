import { type Static, Type } from "@sinclair/typebox";
import { QueryBoolean } from "../primitives/page.ts";
import { CreateSpaceBody, Space } from "./space.ts";

/** Query parameters of `GET /api/spaces/:id/export`. */
export const ExportParameters = Type.Object(
  { gzip: QueryBoolean("true or false; true compresses the archive") },
  { additionalProperties: true },
);
/** Static type of {@link ExportParameters}. */
export type ExportParameters = Static<typeof ExportParameters>;

/** Query parameters of `POST /api/spaces/import`. */
export const ImportParameters = Type.Object(
  {
    name: Type.Optional(CreateSpaceBody.properties.name),
    slug: CreateSpaceBody.properties.slug,
  },
  { additionalProperties: true },
);
/** Static type of {@link ImportParameters}. */
export type ImportParameters = Static<typeof ImportParameters>;

/** Response of `POST /api/spaces/import`. */
export const ImportResponse = Type.Object({
  space: Space,
  documents: Type.Integer({ description: "number of documents in the space" }),
});
/** Static type of {@link ImportResponse}. */
export type ImportResponse = Static<typeof ImportResponse>;
