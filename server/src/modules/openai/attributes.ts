import { expects, type Json, LIMITS, type Metadata, MetadataSchema } from "@quarry/schema";
import { Type } from "@sinclair/typebox";

/** Attributes of a file, or metadata of a vector store, in a request. Null means none. */
export const AttributesInput = Type.Optional(
  Type.Union(
    [MetadataSchema, Type.Null()],
    expects(
      `null or Free-form JSON object, at most ${LIMITS.metadataMaxChars} characters and ${LIMITS.metadataMaxDepth} levels`,
    ),
  ),
);

/** A value that OpenAI's attributes can have. */
export type AttributeValue = string | number | boolean;

const isAttribute = (value: Json): value is AttributeValue => typeof value !== "object";

/** The metadata of a document that OpenAI's API can show. */
export function toAttributes(metadata: Metadata): Record<string, AttributeValue> {
  return Object.fromEntries(
    Object.entries(metadata).flatMap(([key, value]) => (isAttribute(value) ? [[key, value]] : [])),
  );
}

/** The metadata of a space that OpenAI's API can show: texts. */
export function toStoreMetadata(metadata: Metadata): Record<string, string> {
  return Object.fromEntries(
    Object.entries(metadata).flatMap(([key, value]) => (typeof value === "string" ? [[key, value]] : [])),
  );
}

/** Replaces what a caller of OpenAI's API sees of some metadata, and keeps the rest. */
export function replaceShown(metadata: Metadata, shown: Metadata, given: Metadata): Metadata {
  const kept = Object.entries(metadata).filter(([key]) => !Object.hasOwn(shown, key));
  return { ...Object.fromEntries(kept), ...given };
}
