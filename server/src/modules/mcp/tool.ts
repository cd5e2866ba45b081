import type { Permission } from "@quarry/schema";
import type { Static, TObject } from "@sinclair/typebox";
import { TypeCompiler } from "@sinclair/typebox/compiler";
import type { IngestService } from "../../ingest/ingest-service.ts";
import { type Caller, requirePermission } from "../../platform/access/caller.ts";
import { bodyCheck } from "../../platform/http/validation-details.ts";
import type { QueryService } from "../../retrieve/query-service.ts";
import type { SmartQueryService } from "../../retrieve/route/smart-query-service.ts";
import type { DocumentService } from "../documents/service.ts";
import type { SpaceService } from "../spaces/service.ts";
import type { AnswerForm } from "./answer-size.ts";
import { readArguments } from "./arguments.ts";
import { type ObjectSchema, toInputSchema, toOutputSchema } from "./json-schema.ts";

/** The services behind the tools, the same as behind the HTTP routes. */
export interface McpServices {
  readonly spaces: SpaceService;
  readonly documents: DocumentService;
  readonly ingest: IngestService;
  readonly queries: QueryService;
  readonly smartQueries: SmartQueryService;
}

/** The context of a tool call. */
export interface ToolCall {
  readonly caller: Caller;
  readonly services: McpServices;
  readonly maxFileBytes: number;
  /** The form in which the answer is sent. It decides how much fits. */
  readonly form: AnswerForm;
  /** The address of the service, for links. */
  readonly publicUrl: string;
}

/** A tool's answer in two forms: data that matches the output schema, and the same as Markdown. One of them is sent. */
export interface ToolAnswer<Data> {
  readonly data: Data;
  readonly text: string;
}

/** What a client may assume about a tool before calling it. No tool accesses anything outside the service. */
export interface ToolAnnotations {
  readonly readOnlyHint: boolean;
  readonly destructiveHint: boolean;
  readonly idempotentHint: boolean;
  readonly openWorldHint: false;
}

const READS = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
} as const satisfies ToolAnnotations;

/** Annotations by the effect of a tool: it reads, adds, or replaces and deletes. */
export const ANNOTATIONS = {
  reads: READS,
  adds: { ...READS, readOnlyHint: false, idempotentHint: false },
  replaces: { ...READS, readOnlyHint: false, destructiveHint: true },
} as const satisfies Record<string, ToolAnnotations>;

interface ToolDescription {
  readonly name: string;
  readonly title: string;
  /** For a model: when to use it, and what to do next. */
  readonly description: string;
  /** The permission to see and call the tool. Some calls need more. */
  readonly permission: Permission;
  readonly annotations: ToolAnnotations;
}

/** A tool of the server. */
export interface Tool extends ToolDescription {
  readonly inputSchema: ObjectSchema;
  readonly outputSchema: ObjectSchema;
  /** @throws QuarryError as the service does; `forbidden` without the permission, `invalid_request` for bad arguments. */
  call(input: unknown, call: ToolCall): Promise<ToolAnswer<Record<string, unknown>>>;
}

/** Defines a tool by its input, its output and its implementation. */
export function defineTool<Input extends TObject, Output extends TObject>({
  input,
  output,
  run,
  ...description
}: ToolDescription & {
  readonly input: Input;
  readonly output: Output;
  run(input: Static<Input>, call: ToolCall): Promise<ToolAnswer<Static<Output>>>;
}): Tool {
  const check = bodyCheck(input);
  const result = TypeCompiler.Compile(output);
  return {
    ...description,
    inputSchema: toInputSchema(input),
    outputSchema: toOutputSchema(output),
    async call(given, call) {
      requirePermission(call.caller, description.permission);
      const answer = await run(check(readArguments(input, given)), call);
      if (!result.Check(answer.data))
        throw new Error(
          `${description.name} breaks its output schema at ${result.Errors(answer.data).First()?.path}`,
        );
      return answer;
    },
  };
}
