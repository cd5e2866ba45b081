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
  /**
   * Calls a tool. An answer has one form: a tool that reads is called twice, for its text and for its data; one that writes
   * is called for its data alone. The MCP SDK validates data against the tool's output schema.
   */
  call(name: string, input?: Json): Promise<ToolResult>;
  close(): Promise<void>;
}

/** The application with an MCP endpoint on its own port. */
export interface McpApp extends InProcessApp {
  readonly url: string;
  /** Connects an assistant. Default: with the root key. */
  assistant(key?: string): Promise<Assistant>;
  /** Connects a client, by default one that a model reads: its answers are text. */
  connect(key?: string, answers?: "text" | "data"): Promise<Client>;
}

/** Starts the application with an MCP endpoint. */
export async function startMcpApp(overrides: AppOverrides = {}): Promise<McpApp> {
  const app = await startApp(overrides);
  const server = Bun.serve({ hostname: "127.0.0.1", port: 0, fetch: app.app.handle });
  const url = `http://127.0.0.1:${server.port}`;
  const clients: Client[] = [];
  const connect = async (key = app.rootKey, answers: "text" | "data" = "text") => {
    const client = new Client({ name: "test", version: "1.0.0" });
    const requestInit = { headers: { Authorization: `Bearer ${key}` } };
    const address = new URL(`${url}/mcp${answers === "data" ? "?answers=data" : ""}`);
    await client.connect(new StreamableHTTPClientTransport(address, { requestInit }));
    clients.push(client);
    return client;
  };
  return {
    ...app,
    url,
    connect,
    async assistant(key = app.rootKey) {
      return assistantOf(await connect(key), await connect(key, "data"));
    },
    async stop() {
      for (const client of clients) await client.close();
      await server.stop(true);
      await app.stop();
    },
  };
}

/** Wraps a connected client. Without a client that gets data, all answers are text. */
export function assistantOf(client: Client, dataClient?: Client): Assistant {
  const listed = Promise.all([client.listTools(), dataClient?.listTools()]);
  const ask = async (asked: Client, name: string, input: Json) =>
    CallToolResultSchema.parse(await asked.callTool({ name, arguments: input }));
  return {
    client,
    async call(name, input = {}) {
      // Loads the output schemas, which the client needs for validation.
      const [{ tools }] = await listed;
      const reads = tools.find((tool) => tool.name === name)?.annotations?.readOnlyHint ?? false;
      const data = dataClient && (await ask(dataClient, name, input));
      const result = data && (!reads || data.isError) ? data : await ask(client, name, input);
      const text = result.content.map((part) => (part.type === "text" ? part.text : "")).join("\n");
      return { isError: result.isError ?? false, text, data: data?.structuredContent ?? {} };
    },
    async close() {
      await client.close();
      await dataClient?.close();
    },
  };
}
