import { type Static, Type } from "@sinclair/typebox";
import { described } from "../primitives/described.ts";
import { expects } from "../primitives/expected.ts";
import { LIMITS } from "../primitives/limits.ts";
import { ListOf } from "../primitives/list-of.ts";
import { MetadataSchema } from "../primitives/metadata.ts";
import { OneOf } from "../primitives/one-of.ts";
import { Text } from "../primitives/text.ts";
import { DOCUMENT_STATUSES, DocumentStatusInput } from "./document.ts";
import { DOCUMENT_KINDS, KINDS_EXPLAINED } from "./document-kinds.ts";

const OPERATORS = "Operators: `$and $or $not $eq $ne $gt $gte $lt $lte $in $exists`.";

const partOf = Type.String({
  pattern: "^doc_[0-9a-z]{1,60}$",
  description: "Id of an archive such as a ZIP file: finds only its files. Default: all documents.",
  ...expects("id of an archive: lists only its files"),
});

const name = Text({
  minLength: 1,
  maxLength: LIMITS.filenameMaxChars,
  description:
    "Finds only documents whose filename contains this text, in upper or lower case. Default: all.",
});

/** Query parameters that limit a list of documents, in addition to `metadata`. */
export const documentFilterParameters = {
  status: Type.Optional(
    ListOf(
      [...DOCUMENT_STATUSES, ...DOCUMENT_STATUSES.map((status) => status.toLowerCase())],
      "Returns only documents with one of these statuses, in upper or lower case, separated by commas. Default: all.",
    ),
  ),
  kind: Type.Optional(
    ListOf(
      DOCUMENT_KINDS,
      `Returns only files of these kinds, separated by commas: ${KINDS_EXPLAINED}. Default: all.`,
    ),
  ),
  filter: Type.Optional(
    Type.String({
      maxLength: LIMITS.metadataMaxChars,
      description: `Returns only documents whose metadata matches this condition, the one of queries, as JSON and URL-encoded, e.g. \`{"year":{"$lt":2020}}\`. ${OPERATORS} Default: all.`,
    }),
  ),
  name: Type.Optional(name),
  partOf: Type.Optional(partOf),
};

/** Which documents of a space an operation concerns: the filter of a list, as JSON. */
export const DocumentFilter = Type.Object(
  {
    status: Type.Optional(
      Type.Array(DocumentStatusInput, {
        minItems: 1,
        maxItems: DOCUMENT_STATUSES.length,
        description: "Finds only documents with one of these statuses. Default: all.",
      }),
    ),
    kind: Type.Optional(
      Type.Array(OneOf(DOCUMENT_KINDS, { description: "A kind of file." }), {
        minItems: 1,
        maxItems: DOCUMENT_KINDS.length,
        description: `Finds only files of these kinds: ${KINDS_EXPLAINED}. Default: all.`,
      }),
    ),
    metadata: Type.Optional(
      described(
        MetadataSchema,
        "Finds only documents whose metadata contains this JSON object, like PostgreSQL's `@>`. With `filter`, both apply. Default: all.",
      ),
    ),
    filter: Type.Optional(
      described(
        MetadataSchema,
        `Finds only documents whose metadata matches this condition, e.g. \`{"year":{"$lt":2020}}\`. ${OPERATORS} Default: all.`,
      ),
    ),
    name: Type.Optional(name),
    partOf: Type.Optional(partOf),
  },
  {
    additionalProperties: false,
    description: "Which documents of a space are meant. All parts apply together; `{}` means all documents.",
  },
);
/** Static type of {@link DocumentFilter}. */
export type DocumentFilter = Static<typeof DocumentFilter>;
