import createClient from "openapi-fetch";
import type { components, paths } from "./schema.ts";

declare const process: { env: Record<string, string | undefined> };
const { QUARRY_URL: baseUrl = "", QUARRY_API_KEY: key = "" } = process.env;
const client = createClient<paths>({ baseUrl, headers: { Authorization: `Bearer ${key}` } });

/** Creates, writes, queries and provokes an error with the generated types. */
async function roundTrip(): Promise<string> {
  const created = await client.POST("/api/spaces", { body: { name: "Generated" } });
  if (!created.data) throw new Error(created.error.message);
  const space: components["schemas"]["Space"] = created.data.space;
  const header = { "Idempotency-Key": crypto.randomUUID() };
  const repeated = { params: { header }, body: { name: "Repeated" } };
  const first = await client.POST("/api/spaces", repeated);
  const second = await client.POST("/api/spaces", repeated);
  const content = "Employees have thirty days of leave a year.";
  await client.PUT("/api/documents", { body: { spaceId: space.id, filename: "leave.md", content } });
  const form = new FormData();
  form.set("spaceId", space.id);
  form.set("file", new File(["Wages are paid monthly."], "pay.md", { type: "text/markdown" }));
  await client.PUT("/api/documents", {
    body: { spaceId: space.id, file: "" },
    bodySerializer: () => form,
  });
  const batch = await client.PUT("/api/documents/batch", {
    body: { spaceId: space.id, documents: [{ filename: "sick.md", content: "Call before nine." }] },
  });
  const documents = await client.GET("/api/spaces/{id}/documents", {
    params: { path: { id: space.id }, query: { pageSize: 10 } },
  });
  const answer = await client.POST("/api/query", { body: { query: "days of leave", spaceIds: [space.id] } });
  const missing = await client.GET("/api/spaces/{id}", { params: { path: { id: "spc_unknown" } } });
  return [
    answer.data?.results[0]?.chunk.content,
    documents.data?.data
      .map(({ filename }) => filename)
      .sort()
      .join(),
    batch.data?.results.length,
    missing.error?.code,
    first.data?.space.id === second.data?.space.id,
  ].join(" | ");
}

// @ts-expect-error A space requires a name.
const _refused: components["schemas"]["CreateSpaceBody"] = {};

console.log(await roundTrip());
