import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { CallToolResultSchema } from "@modelcontextprotocol/sdk/types.js";
import type { Json } from "../contract/reading.ts";
import { type AppOverrides, type InProcessApp, startApp } from "../support/in-process-app.ts";

/** The result of a tool call. */
export interface ToolResult {
  readonly isError: boolean;
  readonly text: string;
  readonly data: Json;
}

/** A connected MCP client. */
export interface Assistant {
  readonly client: Client;
  /** Calls a tool. The MCP SDK validates the result against the tool's output schema. */
  call(name: string, input?: Json): Promise<ToolResult>;
  close(): Promise<void>;
}

/** The application with an MCP endpoint on its own port. */
export interface McpApp extends InProcessApp {
  readonly url: string;
  /** Connects an assistant. Default: with the root key. */
  assistant(key?: string): Promise<Assistant>;
}

/** Starts the application with an MCP endpoint. */
export async function startMcpApp(overrides: AppOverrides = {}): Promise<McpApp> {
  const app = await startApp(overrides);
  const server = Bun.serve({ hostname: "127.0.0.1", port: 0, fetch: app.app.handle });
  const url = `http://127.0.0.1:${server.port}`;
  const assistants: Assistant[] = [];
  return {
    ...app,
    url,
    async assistant(key = app.rootKey) {
      const client = new Client({ name: "test", version: "1.0.0" });
      const requestInit = { headers: { Authorization: `Bearer ${key}` } };
      await client.connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp`), { requestInit }));
      const assistant = assistantOf(client);
      // Loads the output schemas, which the client needs for validation.
      await client.listTools();
      assistants.push(assistant);
      return assistant;
    },
    async stop() {
      for (const assistant of assistants) await assistant.close();
      await server.stop(true);
      await app.stop();
    },
  };
}

/** Wraps a connected client. */
export function assistantOf(client: Client): Assistant {
  return {
    client,
    async call(name, input = {}) {
      const result = CallToolResultSchema.parse(await client.callTool({ name, arguments: input }));
      const text = result.content.map((part) => (part.type === "text" ? part.text : "")).join("\n");
      return { isError: result.isError ?? false, text, data: result.structuredContent ?? {} };
    },
    close: () => client.close(),
  };
}
