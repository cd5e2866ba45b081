import { Quarry } from "@quarry/sdk";
import { quarryTools } from "@quarry/sdk/ai";
import { QuarryRetriever } from "@quarry/sdk/langchain";
import { validatingFetch } from "@quarry/sdk/validate";

/** Uses the package's integrations. */
async function integrations(): Promise<string> {
  const quarry = new Quarry({ fetch: validatingFetch() });
  const { space } = await quarry.spaces.create({ name: "Integrations" });
  const content = "Employees have thirty days of leave a year.";
  await quarry.documents.upsert({ spaceId: space.id, filename: "leave.md", content });
  const retriever = new QuarryRetriever({ quarry, spaceIds: space.id });
  const [retrieved] = await retriever.invoke("days of leave");
  const tools = quarryTools({ quarry, spaceIds: space.id });
  const options = { toolCallId: "call", messages: [], context: {} };
  const found = await tools.query.execute({ query: "days of leave" }, options);
  const texts = "passages" in found ? found.passages.map((passage) => passage.content) : [];
  await quarry.spaces.purge(space.id);
  return [retrieved?.pageContent, retrieved?.metadata.filename, texts[0]].join(" | ");
}

integrations().then(console.log);
