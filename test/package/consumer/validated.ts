import { Quarry } from "@quarry/sdk";
import { validatingFetch } from "@quarry/sdk/validate";

/** Uses the package with response validation. */
async function validated(): Promise<string> {
  const quarry = new Quarry({ fetch: validatingFetch() });
  const { space } = await quarry.spaces.create({ name: "Validated" });
  const content = "Employees have thirty days of leave a year.";
  const metadata = { year: 2026, tags: ["leave", "ü"] };
  await quarry.documents.upsert({ spaceId: space.id, filename: "leave.md", content, metadata });
  const { results } = await quarry.query({ query: "days of leave", spaceIds: space.id, highlight: true });
  await quarry.spaces.purge(space.id);
  return `${results[0]?.chunk.content}`;
}

validated().then(console.log);
