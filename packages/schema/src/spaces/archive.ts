import { type Static, Type } from "@sinclair/typebox";
import { described } from "../primitives/described.ts";
import { LIMITS } from "../primitives/limits.ts";
import { QueryBoolean } from "../primitives/page.ts";
import { CreateSpaceBody, Space } from "./space.ts";

/** Query parameters of `GET /api/spaces/:id/export`. */
export const ExportParameters = Type.Object(
  {
    gzip: QueryBoolean(
      "True compresses the archive with gzip, as `.tar.gz`. Default: false.",
      "true or false; true compresses the archive",
    ),
  },
  { additionalProperties: true },
);
/** Static type of {@link ExportParameters}. */
export type ExportParameters = Static<typeof ExportParameters>;

/** Query parameters of `POST /api/spaces/import`. */
export const ImportParameters = Type.Object(
  {
    name: Type.Optional(
      described(
        CreateSpaceBody.properties.name,
        `Name of the new space, 1 to ${LIMITS.spaceNameMaxChars} characters. Default: the name in the archive.`,
      ),
    ),
    slug: described(
      CreateSpaceBody.properties.slug,
      "Slug of the new space, which must be free. Default: made from `name` or the slug in the archive, with a number if it is taken.",
    ),
  },
  { additionalProperties: true },
);
/** Static type of {@link ImportParameters}. */
export type ImportParameters = Static<typeof ImportParameters>;

/** Response of `POST /api/spaces/import`. */
export const ImportResponse = Type.Object(
  {
    space: described(Space, "The new space."),
    documents: Type.Integer({ description: "Number of documents in the new space." }),
  },
  { description: "The space that was created from an archive." },
);
/** Static type of {@link ImportResponse}. */
export type ImportResponse = Static<typeof ImportResponse>;
