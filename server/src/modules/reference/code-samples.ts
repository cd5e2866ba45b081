import type { SampledOperation } from "./operation.ts";
import { pathParameter } from "./path-parameters.ts";
import { pythonText } from "./python-text.ts";
import { sdkCall } from "./sdk-call.ts";
import { TOOLS_OF } from "./tools-of.ts";

/** A sample of code, in the form of the OpenAPI extension `x-codeSamples`. */
export interface CodeSample {
  readonly lang: string;
  readonly label: string;
  readonly source: string;
}

/** Samples of the example request: in curl, in TypeScript with the SDK, in Python, and as a tool call over MCP. */
export function codeSamples(operation: SampledOperation): CodeSample[] {
  const sdk = sdkCall(operation);
  const tool = TOOLS_OF[operation.id];
  return [
    { lang: "Shell", label: "curl", source: curl(operation) },
    ...(sdk === undefined ? [] : [{ lang: "TypeScript", label: "TypeScript (SDK)", source: sdk }]),
    { lang: "Python", label: "Python", source: python(operation) },
    ...(tool === undefined ? [] : [{ lang: "JSON", label: "MCP", source: toolCall(tool) }]),
  ];
}

/** The path of the example request, with its query string. */
export function examplePath({ path, reference }: SampledOperation): string {
  const filled = path.replaceAll(
    /\{(\w+)\}/g,
    (_, name: string) => pathParameter(path, name)?.example ?? name,
  );
  const query = new URLSearchParams(
    Object.entries(reference.request?.query ?? {}).map(([name, value]): [string, string] => [
      name,
      String(value),
    ]),
  ).toString();
  return query === "" ? filled : `${filled}?${query}`;
}

/** What a request or an answer that is no JSON needs: options of curl and of Python's requests, and how Python uses the answer. */
interface FileSample {
  readonly curl: string;
  readonly python: string;
  readonly answer?: readonly string[];
}

const saved = (curl: string, name: string): FileSample => ({
  ...{ curl, python: "stream=True" },
  answer: [
    `with open("${name}", "wb") as file:`,
    "    for part in response.iter_content(65536):",
    "        file.write(part)",
  ],
});

const FILES: Readonly<Record<string, FileSample>> = {
  importSpace: {
    curl: '-H "Content-Type: application/gzip" --data-binary @handbook.tar.gz',
    python: 'data=open("handbook.tar.gz", "rb")',
  },
  exportSpace: saved("-o handbook.tar.gz", "handbook.tar.gz"),
  getFile: saved("-OJ", "leave.md"),
  getFileOfSpace: saved("-OJ", "leave.md"),
  getEvaluationReport: saved("-o report.html", "report.html"),
  streamEvents: {
    ...{ curl: "-N", python: "stream=True" },
    answer: ["for line in response.iter_lines():", "    print(line.decode())"],
  },
};

function curl(operation: SampledOperation): string {
  const { id, method, reference } = operation;
  const body = reference.request?.body;
  const json = body && JSON.stringify(body, null, 2).replaceAll("'", "'\\''");
  return [
    `curl${method === "get" ? "" : ` -X ${method.toUpperCase()}`} "$QUARRY_URL${examplePath(operation)}"`,
    ...(reference.needs === null ? [] : ['-H "Authorization: Bearer $QUARRY_API_KEY"']),
    ...(FILES[id] ? [FILES[id].curl] : []),
    ...(json ? ['-H "Content-Type: application/json"', `-d '${json}'`] : []),
  ].join(" \\\n  ");
}

function python(operation: SampledOperation): string {
  const { id, method, reference } = operation;
  const file = FILES[id];
  const body = reference.request?.body;
  const options = [
    ...(reference.needs === null
      ? []
      : ['headers={"Authorization": f"Bearer {os.environ[\'QUARRY_API_KEY\']}"}']),
    ...(body ? [`json=${pythonText(body, 1)}`] : []),
    ...(file ? [file.python] : []),
  ];
  const lines = [
    `response = requests.${method}(`,
    `    os.environ["QUARRY_URL"] + "${examplePath(operation)}",`,
    ...options.map((option) => `    ${option},`),
    ")",
    "response.raise_for_status()",
    ...(file?.answer ?? ["print(response.json())"]),
  ];
  return `import os\nimport requests\n\n${lines.join("\n")}`;
}

function toolCall(tool: { readonly name: string; readonly arguments: object }): string {
  return JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: tool }, null, 2);
}
