import type { Question } from "./question.ts";

/** The question as a command for a shell. */
export function asCurl({ kind, body }: Question): string {
  const path = kind === "query" ? "/api/query" : "/api/query/smart";
  return [
    `curl -X POST ${location.origin}${path}`,
    '-H "Authorization: Bearer $QUARRY_API_KEY"',
    '-H "Content-Type: application/json"',
    `-d '${JSON.stringify(body).replaceAll("'", "'\\''")}'`,
  ].join(" \\\n  ");
}

/** The question as the call of a tool that an assistant makes. */
export function asMcp({ kind, body }: Question): string {
  const { highlight: _highlight, explain: _explain, ...asked } = body;
  const name = kind === "query" ? "query_spaces" : "smart_query";
  return JSON.stringify({ method: "tools/call", params: { name, arguments: asked } }, null, 2);
}

/** The question as a program with the SDK. */
export function asTypeScript({ kind, body }: Question): string {
  const method = kind === "query" ? "query" : "smartQuery";
  const fields = JSON.stringify(body, null, 2).replace(/^( *)"(\w+)":/gm, "$1$2:");
  return `import { Quarry } from "@quarry/sdk";

const quarry = new Quarry({
  baseUrl: ${JSON.stringify(location.origin)},
  apiKey: process.env.QUARRY_API_KEY,
});
const { results } = await quarry.${method}(${fields});
`;
}
