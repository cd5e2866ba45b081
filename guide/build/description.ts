/** A part of an OpenAPI description. */
export type Part = Readonly<Record<string, unknown>>;

/** An operation of an OpenAPI description. */
export interface Operation {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly part: Part;
}

/** The value as an object; an empty one for anything else. */
export function partOf(value: unknown): Part {
  return typeof value === "object" && value !== null ? (value as Part) : {};
}

/** The value as a list of objects; an empty one for anything else. */
export function partsIn(value: unknown): readonly Part[] {
  return Array.isArray(value) ? value.map(partOf) : [];
}

/** All operations, in the order of the description. */
export function operationsOf(description: Part): Operation[] {
  return Object.entries(partOf(description.paths)).flatMap(([path, item]) =>
    Object.entries(partOf(item)).map(([method, value]) => {
      const part = partOf(value);
      return { id: String(part.operationId), method: method.toUpperCase(), path, part };
    }),
  );
}

/** The first JSON body of a request or a response. */
export function jsonOf(value: unknown): Part | undefined {
  const content = partOf(partOf(value).content);
  const json = content["application/json"];
  return json === undefined ? undefined : partOf(json);
}
