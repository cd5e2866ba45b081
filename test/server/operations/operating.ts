import type { Dependencies } from "../../../server/src/compose/dependencies.ts";

type Request = Parameters<Dependencies["operations"]>[0];

/** Runs an operation and returns its findings and its result as lines, without organization ids. */
export async function operate(deps: Dependencies, request: Request): Promise<string[]> {
  const lines: string[] = [];
  for await (const event of deps.operations(request)) {
    if (event.type === "finding")
      lines.push(`${event.isRepaired ? "repaired" : "found"} ${event.subject} ${event.problem}`);
    if (event.type === "result") lines.push(event.text);
  }
  return lines;
}
