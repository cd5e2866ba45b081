import { NotFoundError, type Quarry } from "@quarry/sdk";
import { until } from "../support/until.ts";
import { type Model, type State, sameState } from "./model.ts";
import type { PowerCutMachine } from "./power-cut-machine.ts";
import { type Settled, wrongResults } from "./verify.ts";

const SETTLE_MS = 20_000;

/**
 * Compares everything that a caller and the operator can see with what was acknowledged, and returns the differences. The model
 * keeps only the states that were found.
 */
export async function problemsAfterCut(
  { connect, server }: PowerCutMachine,
  spaceId: string,
  model: Model,
): Promise<string[]> {
  const quarry = connect();
  const problems: string[] = [];
  const settled: Settled[] = [];
  try {
    problems.push(...(await wrongList(quarry, spaceId, model)));
    for (const [filename, allowed] of model) {
      const now = await stateOf(quarry, spaceId, filename, problems);
      if (!allowed.some((state) => sameState(state, now)))
        problems.push(`${filename} is ${shown(now)}, expected ${allowed.map(shown).join(" or ")}`);
      model.set(filename, [now]);
      settled.push({ filename, now, others: allowed.filter((state) => !sameState(state, now)) });
    }
    for (const mode of ["lexical", "vector", "hybrid"] as const)
      problems.push(...(await wrongResults(quarry, spaceId, settled, mode)));
    const { code, output } = await server.command("doctor");
    if (code !== 0) problems.push(`doctor: ${output}`);
  } catch (error) {
    problems.push(String(error));
  }
  return problems;
}

/** Waits for the documents to be processed. Each must be known, once, and COMPLETED. */
async function wrongList(quarry: Quarry, spaceId: string, model: Model): Promise<string[]> {
  const list = () => Array.fromAsync(quarry.documents.list({ spaceId, pageSize: 100 }));
  const isOpen = ({ status }: { status: string }) => status === "PROCESSING" || status === "PENDING";
  await until(
    "all documents to be processed",
    async () => !(await list()).some(isOpen) || undefined,
    SETTLE_MS,
  );
  const documents = await list();
  const problems = documents
    .filter(({ status }) => status !== "COMPLETED")
    .map(({ filename, status, errorMessage }) => `${filename} is ${status}: ${errorMessage}`);
  for (const [filename, { length }] of Map.groupBy(documents, (document) => document.filename)) {
    if (length > 1) problems.push(`${filename} is there ${length} times`);
    if (!model.has(filename)) problems.push(`${filename} was never written`);
  }
  return problems;
}

async function stateOf(
  quarry: Quarry,
  spaceId: string,
  filename: string,
  problems: string[],
): Promise<State> {
  const document = await quarry.documents.getByFilename({ spaceId, filename }).catch((error: unknown) => {
    if (NotFoundError.isInstance(error)) return undefined;
    throw error;
  });
  if (!document) return "absent";
  const original = await quarry.documents
    .file({ spaceId, id: document.id })
    .then(({ body }) => new Response(body).text())
    .catch(String);
  if (original !== document.content)
    problems.push(`the original file of ${filename} is ${JSON.stringify(original.slice(0, 100))}`);
  return { text: document.content, revision: Number(document.metadata.revision) };
}

const shown = (state: State): string =>
  state === "absent" ? state : `${state.text.length} bytes "${state.text.slice(-40)}", ${state.revision}`;
