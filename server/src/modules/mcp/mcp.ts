import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js";
import {
  CallToolRequestSchema,
  GetPromptRequestSchema,
  ListPromptsRequestSchema,
  ListResourcesRequestSchema,
  ListResourceTemplatesRequestSchema,
  ListToolsRequestSchema,
  ReadResourceRequestSchema,
} from "@modelcontextprotocol/sdk/types.js";
import { QuarryError } from "@quarry/core";
import manifest from "../../../package.json" with { type: "json" };
import type { Caller } from "../../platform/access/caller.ts";
import { knownError, logIfInternal } from "../../platform/http/errors.ts";
import { toOnePiece } from "../../platform/http/one-piece.ts";
import { readJsonBody } from "../../platform/http/request-body.ts";
import { requestIdOf } from "../../platform/http/request-id.ts";
import type { Log } from "../../platform/log/log.ts";
import type { AnswerForm } from "./answer-size.ts";
import { INSTRUCTIONS } from "./instructions.ts";
import { getPrompt, listPrompts } from "./prompts.ts";
import { PROTOCOL_CODES, ProtocolError, toProtocolError } from "./protocol-error.ts";
import { checkParams } from "./request-params.ts";
import { listResources, RESOURCE_TEMPLATE, readResource } from "./resources.ts";
import type { McpServices } from "./tool.ts";
import { toolError } from "./tool-error.ts";
import { TOOLS } from "./tools.ts";

/** The Model Context Protocol server for assistants. */
export interface Mcp {
  /** Answers one message of an identified caller. There are no sessions, so any process can answer any message. */
  handle(request: Request, caller: Caller): Promise<Response>;
}

/** Unused, because the server sends no requests to clients. The SDK would create its default validator for every message. */
const NO_VALIDATOR = {
  getValidator(): never {
    throw new Error("the server sends no requests to clients");
  },
};

/** Creates the MCP server over the services that the HTTP routes use. */
export function createMcp(deps: {
  readonly services: McpServices;
  readonly limits: { readonly maxBodyBytes: number; readonly maxFileBytes: number };
  readonly log: Log;
  /** The address of the service, for links. */
  publicUrl(): string;
}): Mcp {
  const { services, limits, log } = deps;

  function createServer(caller: Caller, request: Request): Server {
    const [requestId, form] = [requestIdOf(request), answerFormOf(request)];
    const server = new Server(
      { name: "quarry", title: "Quarry", version: manifest.version },
      {
        capabilities: { tools: {}, resources: {}, prompts: {} },
        instructions: INSTRUCTIONS,
        jsonSchemaValidator: NO_VALIDATOR,
      },
    );
    const known = (error: unknown): QuarryError => {
      const failure = knownError(error);
      logIfInternal(log, failure, requestId);
      return failure;
    };
    const orProtocolError = (error: unknown): never => {
      throw error instanceof ProtocolError ? error : toProtocolError(known(error), requestId);
    };

    server.setRequestHandler(ListToolsRequestSchema, () => ({
      tools: TOOLS.filter(({ permission }) => caller.permissions.has(permission)).map(
        ({ name, title, description, inputSchema, outputSchema, annotations }) => ({
          ...{ name, title, description, inputSchema, annotations },
          // With an output schema, clients expect data.
          ...(form === "data" ? { outputSchema } : {}),
        }),
      ),
    }));
    server.setRequestHandler(CallToolRequestSchema, async ({ params }) => {
      const tool = TOOLS.find(({ name }) => name === params.name);
      if (!tool)
        throw new ProtocolError(
          PROTOCOL_CODES.invalidParams,
          `Unknown tool: ${JSON.stringify(params.name.slice(0, 100))}. tools/list returns all tools.`,
        );
      try {
        const { maxFileBytes } = limits;
        const signal = () => request.signal;
        const call = { caller, services, maxFileBytes, form, publicUrl: deps.publicUrl(), signal };
        const { data, text } = await tool.call(params.arguments ?? {}, call);
        return form === "data"
          ? { structuredContent: data, content: [] }
          : { content: [{ type: "text", text }] };
      } catch (error) {
        return toolError(known(error), requestId);
      }
    });
    server.setRequestHandler(ListPromptsRequestSchema, () => listPrompts(caller));
    server.setRequestHandler(GetPromptRequestSchema, ({ params }) =>
      getPrompt(params.name, params.arguments),
    );
    server.setRequestHandler(ListResourcesRequestSchema, ({ params }) =>
      listResources(services.documents, caller, params?.cursor).catch(orProtocolError),
    );
    server.setRequestHandler(ListResourceTemplatesRequestSchema, () => ({
      resourceTemplates: [RESOURCE_TEMPLATE],
    }));
    server.setRequestHandler(ReadResourceRequestSchema, ({ params }) =>
      readResource(services.documents, caller, params.uri).catch(orProtocolError),
    );
    return server;
  }

  return {
    async handle(request, caller) {
      // GET would open a stream and DELETE end a session; this server has neither.
      if (request.method !== "POST")
        return failure(405, PROTOCOL_CODES.invalidRequest, "Send messages with POST.", { allow: "POST" });
      let message: unknown;
      try {
        message = await readJsonBody(request, limits.maxBodyBytes);
      } catch (error) {
        if (!QuarryError.isInstance(error)) throw error;
        const code = error.code === "invalid_request" ? PROTOCOL_CODES.parse : PROTOCOL_CODES.invalidRequest;
        return failure(error.status, code, error.message);
      }
      if (Array.isArray(message))
        return failure(400, PROTOCOL_CODES.invalidRequest, "Send one message at a time, not a batch.");
      const rejection = rejectInvalidParams(message);
      if (rejection) return rejection;
      const server = createServer(caller, request);
      const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
      await server.connect(transport);
      try {
        return await toOnePiece(await transport.handleRequest(request, { parsedBody: message }));
      } finally {
        await server.close();
      }
    },
  };
}

/**
 * The form in which a client wants its answers. There is one form in each answer: clients differ in which of two they show a
 * model, and some show both. All of them show text, so data is for clients that ask for it in the address.
 */
function answerFormOf(request: Request): AnswerForm {
  return new URL(request.url).searchParams.get("answers") === "data" ? "data" : "text";
}

/** The error response to a request with invalid parameters; undefined when they are valid. */
function rejectInvalidParams(message: unknown): Response | undefined {
  if (typeof message !== "object" || message === null || !("id" in message)) return undefined;
  // The transport rejects other types of ids, which JSON-RPC does not allow.
  if (typeof message.id !== "string" && typeof message.id !== "number") return undefined;
  try {
    checkParams(message);
    return undefined;
  } catch (error) {
    if (!(error instanceof ProtocolError)) throw error;
    const { code, message: text, data } = error;
    return Response.json({ jsonrpc: "2.0", id: message.id, error: { code, message: text, data } });
  }
}

/** A transport error: an HTTP status and an error without a request id. */
function failure(
  status: number,
  code: number,
  message: string,
  headers: Record<string, string> = {},
): Response {
  return Response.json({ jsonrpc: "2.0", id: null, error: { code, message } }, { status, headers });
}
