import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { joinTransports } from "./bridge.ts";
import { fetchOrExplain } from "./service-error.ts";
import { readSettings } from "./settings.ts";

/**
 * `quarry-mcp`: Quarry's MCP server for clients that start a program and talk to it over its standard streams. Only
 * messages go to the standard output; whatever a person should know goes to the standard error.
 */

/** Longest message that is taken from a client, a document in base64 included. */
const MAX_MESSAGE_BYTES = 64 * 1024 * 1024;

const report = (problem: string): void => console.error(`quarry-mcp: ${problem}`);

async function main(): Promise<void> {
  const { url, apiKey } = readSettings(process.env);
  const client = new StdioServerTransport(process.stdin, process.stdout, {
    maxBufferSize: MAX_MESSAGE_BYTES,
  });
  const service = new StreamableHTTPClientTransport(url, {
    fetch: fetchOrExplain,
    requestInit: { headers: { Authorization: `Bearer ${apiKey}` } },
  });
  const bridge = joinTransports(client, service, report);
  const end = async () => {
    await bridge.drained();
    await service.close();
    // The last answer may still be on its way out.
    process.stdout.write("", () => process.exit(0));
  };
  client.onclose = () => void end();
  process.stdin.once("end", end);
  await service.start();
  await client.start();
}

main().catch((error: unknown) => {
  report(error instanceof Error ? error.message : String(error));
  process.exit(2);
});
