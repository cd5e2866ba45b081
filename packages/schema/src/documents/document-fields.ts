import { LIMITS } from "../primitives/limits.ts";
import { Text } from "../primitives/text.ts";

/** A space's id or slug. */
export const spaceId = Text({ minLength: 1, maxLength: 200, description: "Id or slug of the space." });

/** A document's filename. */
export const filenameField = Text({
  minLength: 1,
  maxLength: LIMITS.filenameMaxChars,
  description: `Name of the document, unique in its space, 1 to ${LIMITS.filenameMaxChars} characters. It may contain slashes. The extension helps to detect the type.`,
});
