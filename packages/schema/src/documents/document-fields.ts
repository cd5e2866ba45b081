import { Type } from "@sinclair/typebox";
import { described } from "../primitives/described.ts";
import { LIMITS } from "../primitives/limits.ts";
import { Text } from "../primitives/text.ts";

/** A space's id or slug. */
export const spaceId = Text({ minLength: 1, maxLength: 200, description: "Id or slug of the space." });

/** The space of a document that is looked up by its id. */
export const spaceOfDocument = Type.Optional(
  described(
    spaceId,
    "Id or slug of the document's space: a document of another space answers 404. Default: any space.",
  ),
);

/** A document's filename. */
export const filenameField = Text({
  minLength: 1,
  maxLength: LIMITS.filenameMaxChars,
  description: `Name of the document, unique in its space, 1 to ${LIMITS.filenameMaxChars} characters. It may contain slashes. The extension helps to detect the type.`,
});
