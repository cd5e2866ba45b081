import { type Json, object, objects, string } from "../contract/reading.ts";

/** An operation of an OpenAPI description. */
export interface DescribedOperation {
  readonly id: string;
  readonly method: string;
  /** With parameters in braces. */
  readonly path: string;
  readonly operation: Json;
}

/** A parameter of an operation. */
export interface DescribedParameter extends Json {
  readonly name: string;
  readonly in: string;
}

/** All operations, in the order of the description. */
export function operationsOf(api: Json): DescribedOperation[] {
  return Object.entries(object(api.paths)).flatMap(([path, item]) =>
    Object.entries(object(item)).map(([method, value]) => {
      const operation = object(value);
      return { id: string(operation.operationId), method: method.toUpperCase(), path, operation };
    }),
  );
}

/** The parameters of an operation. */
export function parametersOf({ operation }: DescribedOperation): DescribedParameter[] {
  return objects(operation.parameters ?? []).map((parameter) => ({
    ...parameter,
    name: string(parameter.name),
    in: string(parameter.in),
  }));
}

/** Bodies of a request or response by content type. */
export function contentOf(part: unknown): [type: string, media: Json][] {
  const content = object(object(part ?? {}).content ?? {});
  return Object.entries(content).map(([type, media]) => [type, object(media)]);
}

/** The first successful response: its status and its bodies. */
export function successOf({ operation }: DescribedOperation): {
  readonly status: number;
  readonly content: [type: string, media: Json][];
} {
  const responses = Object.entries(object(operation.responses)).filter(([status]) => Number(status) < 300);
  const [status = "", response] = responses[0] ?? [];
  return { status: Number(status), content: contentOf(response) };
}

/** The schema with this name. */
export function resolve(api: Json, schema: Json): Json {
  if (typeof schema.$ref !== "string") return schema;
  const name = schema.$ref.replace("#/components/schemas/", "");
  return object(object(object(api.components).schemas)[name]);
}

/** The variants of a schema that is a choice or a combination. */
export function variants({ anyOf = [], oneOf = [], allOf = [] }: Json): Json[] {
  return [anyOf, oneOf, allOf].flatMap((parts) => objects(parts));
}
