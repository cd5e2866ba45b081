import type { Dependencies } from "../../../server/src/compose/dependencies.ts";

type Request = Parameters<Dependencies["operations"]>[0];

/** Runs an operation of the operator and answers its findings and its result, without ids of organizations. */
export async function operate(deps: Dependencies, request: Request): Promise<string[]> {
  const lines: string[] = [];
  for await (const event of deps.operations(request)) {
    if (event.type === "finding")
      lines.push(`${event.isMended ? "mended" : "found"} ${event.subject} ${event.problem}`);
    if (event.type === "result") lines.push(event.text);
  }
  return lines;
}
