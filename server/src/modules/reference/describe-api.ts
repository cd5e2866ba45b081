import { isObject } from "../../platform/http/description-part.ts";
import { codeSamples } from "./code-samples.ts";
import type { OperationReference } from "./operation.ts";
import { OPERATIONS } from "./operations/all.ts";
import { OVERVIEW } from "./overview.ts";
import { pathParameter } from "./path-parameters.ts";
import { describeResponses } from "./responses.ts";
import { TAGS } from "./tags.ts";

type Part = Readonly<Record<string, unknown>>;

/** Adds the texts and examples of the reference to an OpenAPI description. */
export function describeApi(description: object): object {
  const { info, paths, ...rest } = description as Part;
  const described = Object.entries(isObject(paths) ? paths : {}).map(([path, item]) => [
    path,
    describePath(path, isObject(item) ? item : {}),
  ]);
  return {
    ...rest,
    info: {
      ...(isObject(info) ? info : {}),
      description: OVERVIEW,
      contact: { name: "The operator of this server" },
      license: { name: "MIT", identifier: "MIT" },
    },
    tags: TAGS,
    paths: Object.fromEntries(described),
  };
}

function describePath(path: string, item: Part): Part {
  const operations = Object.entries(item).map(([method, operation]) => [
    method,
    isObject(operation) ? describeOperation(method, path, operation) : operation,
  ]);
  return Object.fromEntries(operations);
}

function describeOperation(method: string, path: string, operation: Part): Part {
  const reference = OPERATIONS[String(operation.operationId)];
  if (!reference) return operation;
  const { description, needs } = reference;
  const parameters = (Array.isArray(operation.parameters) ? operation.parameters : [])
    .filter(isObject)
    .map((parameter) => describeParameter(path, reference, parameter));
  return {
    ...operation,
    description: !needs ? description : `${description}\n\n${neededBy(needs)}`,
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(isObject(operation.requestBody)
      ? { requestBody: describeBody(operation.requestBody, reference) }
      : {}),
    responses: describeResponses(method, operation, reference),
    "x-codeSamples": codeSamples({ id: String(operation.operationId), method, path, reference }),
  };
}

function neededBy(needs: string): string {
  const names = needs.replaceAll(/[\w]+:[\w]+/g, "`$&`").replaceAll(" + ", " and ");
  return `Needs ${names}.`;
}

/** Takes a parameter's description from its schema or, in a path, from its name, and adds an example. */
function describeParameter(path: string, { request }: OperationReference, parameter: Part): Part {
  const name = String(parameter.name);
  const { description: own, ...schema } = isObject(parameter.schema) ? parameter.schema : {};
  const named = parameter.in === "path" ? pathParameter(path, name) : undefined;
  const description = parameter.description ?? own ?? named?.description;
  const example = parameter.in === "query" ? request?.query?.[name] : named?.example;
  return {
    ...parameter,
    ...(description === undefined ? {} : { description }),
    schema,
    ...(example === undefined ? {} : { example }),
  };
}

function describeBody(body: Part, { request }: OperationReference): Part {
  const { content } = body;
  if (!request?.body || !isObject(content) || !isObject(content["application/json"])) return body;
  return {
    ...body,
    content: {
      ...content,
      "application/json": { ...content["application/json"], example: request.body },
    },
  };
}
