import { NotFoundError, Quarry, type QueryResponse } from "@quarry/sdk";

/** Uses the package in the same way on every platform. */
export async function roundTrip(quarry: Quarry): Promise<string> {
  const { space } = await quarry.spaces.create({ name: "Consumer" });
  const content = "Employees have thirty days of leave a year.";
  await quarry.documents.upsert({
    spaceId: space.id,
    filename: "leave.md",
    content,
    metadata: { year: 2026 },
  });
  const answer: QueryResponse = await quarry.query({ query: "days of leave", spaceIds: space.id });
  const filenames: string[] = [];
  for await (const document of quarry.documents.list({ spaceId: space.id }))
    filenames.push(document.filename);
  const problem = await quarry.spaces.get("spc_unknown").catch((error: unknown) => error);
  await quarry.spaces.purge(space.id);
  return [
    answer.results[0]?.chunk.content,
    filenames.join(),
    NotFoundError.isInstance(problem) && problem instanceof NotFoundError && problem.status,
  ].join(" | ");
}

// @ts-expect-error A space requires a name.
const _refused: Parameters<Quarry["spaces"]["create"]>[0] = {};

if (!("document" in globalThis)) roundTrip(new Quarry()).then(console.log);
