import { ERRORS, type ErrorCode } from "../../packages/schema/src/primitives/error-codes.ts";
import { errorTable, REMEDIES } from "../../server/src/modules/reference/errors.ts";
import type { Page } from "./page.ts";

/** The pages of the error codes, from the table that the service answers with. */
export function errorPages(section: string, operationsOf: (status: number) => readonly string[]): Page[] {
  return (Object.keys(ERRORS) as ErrorCode[]).map((code) => {
    const { status, name, retryable } = ERRORS[code];
    const { when, remedy } = REMEDIES[code];
    const operations = operationsOf(status);
    const markdown = `# ${code}

HTTP ${status} ${name}

| | |
|---|---|
| When | ${when} |
| What to do | ${remedy} |
| The same call can succeed later | ${retryable ? "yes; the SDK repeats it by itself" : "no"} |

\`\`\`json
${JSON.stringify({ error: name, code, message: "…", statusCode: status, requestId: "req_…" }, null, 2)}
\`\`\`

The \`message\` of the answer is more precise than this page. [All errors](repo:docs/guide/errors.md)
${operations.length === 0 ? "" : `\n## Operations that answer ${status}\n\n${operations.join(" · ")}\n`}`;
    return { address: `errors/${code}`, name: code, section, markdown };
  });
}

/** The table of all errors, each with a link to its page. */
export function linkedErrorTable(): string {
  return errorTable().replaceAll(/\| `(\w+)` \|/g, "| [`$1`](site:errors/$1) |");
}
