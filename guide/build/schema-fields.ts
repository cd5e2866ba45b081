import { type Part, partOf, partsIn } from "./description.ts";

/** The name of the schema that a reference leads to. */
export function schemaName(schema: Part): string | undefined {
  return typeof schema.$ref === "string" ? schema.$ref.slice(schema.$ref.lastIndexOf("/") + 1) : undefined;
}

/** A type in a few words, with links to named schemas. */
export function typeText(schema: Part): string {
  const name = schemaName(schema);
  if (name !== undefined) return `[${name}](site:api/schemas#${name.toLowerCase()})`;
  const choices = partsIn(schema.anyOf ?? schema.oneOf);
  if (choices.length > 0) {
    const texts = [...new Set(choices.map(typeText))];
    return texts.join(" or ");
  }
  if (schema.const !== undefined) return `\`${JSON.stringify(schema.const)}\``;
  if (Array.isArray(schema.enum))
    return schema.enum.map((value) => `\`${JSON.stringify(value)}\``).join(" or ");
  if (schema.type === "array") return `list of ${typeText(partOf(schema.items))}`;
  if (Array.isArray(schema.type)) return schema.type.join(" or ");
  return schema.type === undefined ? "any JSON" : String(schema.type);
}

/** A table of the fields of an object, with the fields of objects inside; empty for anything else. */
export function fieldTable(schema: Part): string {
  const rows = fieldRows(schema, "");
  if (rows.length === 0) return "";
  return ["| Field | Type | |", "|---|---|---|", ...rows].join("\n");
}

function fieldRows(schema: Part, prefix: string): string[] {
  const objects = partsIn(schema.allOf ?? schema.anyOf).filter((part) => part.properties !== undefined);
  const parts = schema.properties === undefined ? objects : [schema];
  return parts.flatMap((part) => {
    const required = Array.isArray(part.required) ? part.required : [];
    return Object.entries(partOf(part.properties)).flatMap(([name, value]) => {
      const field = partOf(value);
      const inner = field.type === "array" ? partOf(field.items) : field;
      const isOptional = !required.includes(name);
      const type = typeText(field) + (isOptional ? ", optional" : "");
      const below = fieldRows(inner, `${prefix}${name}${field.type === "array" ? "[]" : ""}.`);
      return [`| \`${prefix}${name}\` | ${type} | ${cell(field.description)} |`, ...below];
    });
  });
}

/** A text as it may stand in a table. */
export function cell(text: unknown): string {
  return text === undefined
    ? ""
    : String(text)
        .replaceAll(/\s*\n\s*/g, " ")
        .replaceAll("|", "\\|");
}
