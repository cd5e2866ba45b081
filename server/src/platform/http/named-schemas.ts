import { toOpenAPISchema } from "@elysiajs/openapi";
import * as schemas from "@quarry/schema";
import { type TSchema, TypeGuard } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { isObject } from "./description-part.ts";

/** A part of a description: JSON. */
type Part = unknown;

/**
 * Gives the schemas of a description their names: what stands in full at every route that uses it becomes a reference
 * to `components.schemas`. Generators make types of these names.
 */
export function nameSchemas<Description extends { readonly components?: object }>(description: Description) {
  const forms = formsOfSchemas();
  const names = new Map<string, string>();
  for (const [name, { form, schema }] of [...forms].reverse()) {
    // Where a route's description was written by hand, the schema stands as it is.
    names.set(JSON.stringify(schema), name);
    names.set(JSON.stringify(form), name);
  }
  const used = new Map<string, Part>();
  const inner = (part: Part): Part => {
    if (Array.isArray(part)) return part.map(named);
    if (!isObject(part)) return part;
    const { $id: _, ...fields } = part;
    // A schema that holds itself says so by its bare name.
    if (typeof fields.$ref === "string" && !fields.$ref.includes("#")) return reference(fields.$ref);
    return Object.fromEntries(Object.entries(fields).map(([key, value]) => [key, named(value)]));
  };
  const named = (part: Part): Part => {
    const name = isObject(part) ? names.get(JSON.stringify(part)) : undefined;
    if (name === undefined) return inner(part);
    if (!used.has(name)) {
      // Set first, for a schema that holds itself.
      used.set(name, undefined);
      used.set(name, inner(forms.get(name)?.form));
    }
    return reference(name);
  };
  const { components = {}, ...rest } = description;
  const body = Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, named(value)]));
  const given = "schemas" in components && isObject(components.schemas) ? components.schemas : {};
  const own = Object.fromEntries(Object.entries(given).map(([name, form]) => [name, inner(form)]));
  const all = { ...Object.fromEntries([...used].sort(([one], [other]) => (one < other ? -1 : 1))), ...own };
  return { ...body, components: { ...components, schemas: all } };
}

const reference = (name: string) => ({ $ref: `#/components/schemas/${name}` });

/** Every exported schema of an object that a body or an answer may hold, and how it stands in a description. */
function formsOfSchemas(): ReadonlyMap<string, { readonly form: Part; readonly schema: TSchema }> {
  const exported = new Map<string, TSchema>();
  for (const [name, value] of Object.entries(schemas))
    if (TypeGuard.IsObject(value) && /^[A-Z].*(?<!Parameters)$/.test(name))
      exported.set(name.replace(/Schema$/, ""), value);
  const app = new Elysia();
  // Asked of whoever writes the description, who says some things in words of its own.
  for (const [name, schema] of exported) app.get(`/${name}`, () => undefined, { response: { 200: schema } });
  const { paths } = toOpenAPISchema(app);
  return new Map(
    [...exported].flatMap(([name, schema]) => {
      const response = paths[`/${name}`]?.get?.responses?.["200"];
      const content = response && "content" in response ? response.content : undefined;
      const form = content?.["application/json"]?.schema;
      return form ? [[name, { form, schema }] as const] : [];
    }),
  );
}
