import { Quarry } from "@quarry/sdk";
import { Glob } from "bun";

/** Uploads a repository's Markdown files to a new space, runs a query, and asks for recommended spaces. */
export async function runExample(quarry: Quarry, folder: string) {
  const { space } = await quarry.spaces.create({ name: "Handbook", description: "How Quarry works" });
  for (const pattern of ["*.md", "*/*.md", "*/*/*.md"])
    for await (const filename of new Glob(pattern).scan(folder)) {
      const content = await Bun.file(`${folder}/${filename}`).text();
      await quarry.documents.upsert({ spaceId: space.id, filename, content });
    }
  const answer = await quarry.query({ query: "How do I run the tests?", spaceIds: space.id });
  const advice = await quarry.smartQuery({ query: "How is the service started?" });
  return { space, answer, advice };
}

async function main(): Promise<void> {
  const baseUrl = process.env.QUARRY_URL ?? "http://127.0.0.1:7400";
  const { answer, advice } = await runExample(new Quarry({ baseUrl }), `${import.meta.dir}/../..`);
  for (const { similarity, document, chunk } of answer.results.slice(0, 3))
    console.log(`${similarity?.toFixed(3)}  ${document.filename}\n${chunk.content}\n`);
  console.log(`Recommended spaces: ${advice.recommendations.map(({ name }) => name).join(", ")}`);
}

if (import.meta.main)
  await main().catch((problem: unknown) => {
    console.error(problem instanceof Error ? problem.message : String(problem));
    console.error("Start the server with `npm start`, and set QUARRY_API_KEY to the key that it shows.");
    process.exitCode = 1;
  });
