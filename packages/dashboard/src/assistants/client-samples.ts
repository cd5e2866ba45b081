/** The clients for which the page has a ready configuration. */
export type ClientName = "claudeCode" | "vsCode" | "cursor" | "other";

/** What to run, or to put into a file, so that a client connects to this server. */
export function clientSample(client: ClientName, origin: string): string {
  const url = `${origin}/mcp`;
  switch (client) {
    case "claudeCode":
      return `claude mcp add --transport http quarry ${url}`;
    case "vsCode":
      return `code --add-mcp '${JSON.stringify({ name: "quarry", type: "http", url })}'`;
    case "cursor":
      return JSON.stringify({ mcpServers: { quarry: { url } } }, null, 2);
    case "other":
      return url;
  }
}
