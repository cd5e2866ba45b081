import { type Json, object, objects, string } from "../../contract/reading.ts";
import { ACCOUNT_OPERATIONS } from "./account-operations.ts";
import { type Schema, withoutReferences } from "./schema.ts";

/** A parameter of an operation. */
export interface Parameter {
  readonly name: string;
  readonly place: "path" | "query" | "header";
  readonly schema: Schema;
}

/** The format of a body. */
export type BodyFormat = "json" | "multipart" | "urlencoded" | "bytes";

/** An operation, and what it takes. */
export interface Operation {
  readonly id: string;
  readonly method: string;
  /** With parameters in braces. */
  readonly path: string;
  readonly parameters: readonly Parameter[];
  /** The schema of each format of a body that the operation takes; empty when it takes none. */
  readonly bodies: ReadonlyMap<BodyFormat, Schema>;
}

/** All operations of a running server: in its OpenAPI file, the tools of its MCP server, and the routes for people. */
export async function readOperations(baseUrl: string, key: string): Promise<Operation[]> {
  const description = object(await (await fetch(`${baseUrl}/api/openapi.json`)).json());
  const listed = await fetch(`${baseUrl}/mcp`, {
    method: "POST",
    headers: {
      ...{ authorization: `Bearer ${key}`, "content-type": "application/json" },
      accept: "application/json, text/event-stream",
    },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list", params: {} }),
  });
  const { tools } = object(object(await listed.json()).result);
  return [...described(description), ...objects(tools).map(toolOperation), ...ACCOUNT_OPERATIONS];
}

function described(description: Json): Operation[] {
  return Object.entries(object(description.paths)).flatMap(([path, methods]) =>
    Object.entries(object(methods)).map(([method, value]) => {
      const operation = object(value);
      return {
        id: string(operation.operationId),
        method: method.toUpperCase(),
        path,
        parameters: objects(operation.parameters ?? []).map((parameter) => ({
          name: string(parameter.name),
          place: string(parameter.in) as Parameter["place"],
          schema: withoutReferences(object(parameter.schema ?? {}), description),
        })),
        bodies: bodiesOf(object(operation.requestBody ?? {}), description),
      };
    }),
  );
}

function bodiesOf(body: Json, description: Json): Map<BodyFormat, Schema> {
  const bodies = new Map<BodyFormat, Schema>();
  for (const [type, content] of Object.entries(object(body.content ?? {}))) {
    const schema = withoutReferences(object(object(content).schema), description);
    if (type === "application/json") bodies.set("json", schema);
    else bodies.set(type === "multipart/form-data" ? "multipart" : "bytes", schema);
  }
  return bodies;
}

function toolOperation({ name, inputSchema }: Json): Operation {
  const message: Schema = {
    type: "object",
    required: ["jsonrpc", "id", "method", "params"],
    properties: {
      jsonrpc: { const: "2.0" },
      id: { type: "integer", minimum: 1, maximum: 9 },
      method: { const: "tools/call" },
      params: {
        type: "object",
        required: ["name", "arguments"],
        properties: { name: { const: string(name) }, arguments: object(inputSchema) },
      },
    },
  };
  return {
    ...{ id: `tool ${string(name)}`, method: "POST", path: "/mcp", parameters: [] },
    bodies: new Map([["json", message]]),
  };
}
