import { type Static, Type } from "@sinclair/typebox";
import { changesOf } from "../primitives/changes.ts";
import { described } from "../primitives/described.ts";
import { expects } from "../primitives/expected.ts";
import { LIMITS } from "../primitives/limits.ts";
import { MetadataSchema } from "../primitives/metadata.ts";
import { pageParameters } from "../primitives/page.ts";
import { Text } from "../primitives/text.ts";
import { DocumentStatusInput } from "./document.ts";
import { filenameField as filename, spaceId, spaceOfDocument } from "./document-fields.ts";
import { documentFilterParameters } from "./document-filter.ts";

const ERROR_MESSAGE = `The reason of a FAILED status, at most ${LIMITS.errorMessageMaxChars} characters; null removes it.`;

const updateFields = changesOf({
  filename: described(
    filename,
    `New filename, unique in the space, 1 to ${LIMITS.filenameMaxChars} characters.`,
  ),
  status: described(
    DocumentStatusInput,
    "New status, in upper or lower case. Only COMPLETED documents are searched. COMPLETED needs a document that was processed before.",
  ),
  errorMessage: Type.Union(
    [Text({ maxLength: LIMITS.errorMessageMaxChars, description: ERROR_MESSAGE }), Type.Null()],
    { description: ERROR_MESSAGE, ...expects("a string or null") },
  ),
  metadata: described(MetadataSchema, "New metadata, which replaces the previous one."),
});

/**
 * Body of `PATCH /api/documents/:id`, with the space here or as a query parameter, and of
 * `PATCH /api/spaces/:spaceId/documents/:id`, where `spaceId` must match the path.
 */
export const UpdateDocumentBody = Type.Object(
  {
    spaceId: Type.Optional(
      described(
        spaceId,
        "Id or slug of the document's space. Required for `PATCH /api/documents/{id}`, here or as a parameter.",
      ),
    ),
    ...updateFields,
  },
  {
    additionalProperties: false,
    description: "The fields to change. A field that is left out keeps its value.",
  },
);
/** Static type of {@link UpdateDocumentBody}. */
export type UpdateDocumentBody = Static<typeof UpdateDocumentBody>;

/** Query parameters of `GET /api/spaces/:spaceId/documents`. */
export const ListDocumentsParameters = Type.Object(
  {
    ...pageParameters,
    ...documentFilterParameters,
  },
  { additionalProperties: true },
);
/** Static type of {@link ListDocumentsParameters}. */
export type ListDocumentsParameters = Static<typeof ListDocumentsParameters>;

/** Query parameters of `GET /api/documents`. */
export const ListDocumentsInSpaceParameters = Type.Object(
  { spaceId, ...ListDocumentsParameters.properties },
  { additionalProperties: true },
);
/** Static type of {@link ListDocumentsInSpaceParameters}. */
export type ListDocumentsInSpaceParameters = Static<typeof ListDocumentsInSpaceParameters>;

/** Query parameter for the space if the path has none. Without it the document is looked up by its id alone. */
export const SpaceParameter = Type.Object({ spaceId: spaceOfDocument }, { additionalProperties: true });
/** Static type of {@link SpaceParameter}. */
export type SpaceParameter = Static<typeof SpaceParameter>;

/** Query parameters of `GET /api/documents/by-filename`. */
export const ByFilenameParameters = Type.Object(
  { spaceId, filename: described(filename, "Filename of the document, exactly as it is stored.") },
  { additionalProperties: true },
);
/** Static type of {@link ByFilenameParameters}. */
export type ByFilenameParameters = Static<typeof ByFilenameParameters>;
