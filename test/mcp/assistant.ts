import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { CallToolResultSchema } from "@modelcontextprotocol/sdk/types.js";
import type { Json } from "../contract/reading.ts";
import { type AppOverrides, type InProcessApp, startApp } from "../support/in-process-app.ts";

/** The result of a tool, as an assistant gets it. */
export interface ToolResult {
  readonly isError: boolean;
  readonly text: string;
  readonly data: Json;
}

/** An assistant that has a key and is connected. */
export interface Assistant {
  readonly client: Client;
  /** Calls a tool; the SDK checks the result against the tool's output schema. */
  call(name: string, input?: Json): Promise<ToolResult>;
  close(): Promise<void>;
}

/** The application on a port of its own. */
export interface McpApp extends InProcessApp {
  readonly url: string;
  /** An assistant with the root key, or another one. */
  assistant(key?: string): Promise<Assistant>;
}

/** Starts the application for assistants. */
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
      // Now the client knows the output schemas.
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

/** An assistant over a client that is connected. */
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
