import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { connectTransports } from "./bridge.ts";
import { fetchOrExplain } from "./service-error.ts";
import { readSettings } from "./settings.ts";

/**
 * `quarry-mcp`: Quarry's MCP server for clients that start a program and use stdin and stdout. stdout carries only protocol
 * messages; errors are printed to stderr.
 */

/** Maximum size of a client message, which may contain a document in base64. */
const MAX_MESSAGE_BYTES = 64 * 1024 * 1024;

const reportError = (message: string): void => console.error(`quarry-mcp: ${message}`);

async function main(): Promise<void> {
  const { url, apiKey } = readSettings(process.env);
  const client = new StdioServerTransport(process.stdin, process.stdout, {
    maxBufferSize: MAX_MESSAGE_BYTES,
  });
  const server = new StreamableHTTPClientTransport(url, {
    fetch: fetchOrExplain,
    requestInit: { headers: { Authorization: `Bearer ${apiKey}` } },
  });
  const bridge = connectTransports(client, server, reportError);
  const shutDown = async () => {
    await bridge.drained();
    await server.close();
    // Exit only after the last response has been written.
    process.stdout.write("", () => process.exit(0));
  };
  client.onclose = () => void shutDown();
  process.stdin.once("end", shutDown);
  await server.start();
  await client.start();
}

main().catch((error: unknown) => {
  reportError(error instanceof Error ? error.message : String(error));
  process.exit(2);
});
