import { client } from "./client/client.gen.ts";
import type { CreateSpaceBody } from "./client/index.ts";
import {
  createSpace,
  getSpace,
  listDocumentsOfSpace,
  query,
  upsertDocument,
  upsertDocuments,
} from "./client/index.ts";

declare const process: { env: Record<string, string | undefined> };
const { QUARRY_URL: baseUrl = "", QUARRY_API_KEY: key = "" } = process.env;
client.setConfig({ baseUrl, auth: key });

/** Creates, writes, queries and provokes an error with the generated functions. */
async function roundTrip(): Promise<string> {
  const { data } = await createSpace({ body: { name: "Generated" }, throwOnError: true });
  const spaceId = data.space.id;
  const headers = { "Idempotency-Key": crypto.randomUUID() };
  const repeated = { body: { name: "Repeated" }, headers, throwOnError: true } as const;
  const [first, second] = [await createSpace(repeated), await createSpace(repeated)];
  const content = "Employees have thirty days of leave a year.";
  await upsertDocument({ body: { spaceId, filename: "leave.md", content }, throwOnError: true });
  await upsertDocument({ body: { spaceId, filename: "pay.md", content: "Wages are paid monthly." } });
  const batch = await upsertDocuments({
    body: { spaceId, documents: [{ filename: "sick.md", content: "Call before nine." }] },
    throwOnError: true,
  });
  const documents = await listDocumentsOfSpace({ path: { id: spaceId }, query: { pageSize: 10 } });
  const answer = await query({ body: { query: "days of leave", spaceIds: spaceId }, throwOnError: true });
  const missing = await getSpace({ path: { id: "spc_unknown" } });
  return [
    answer.data.results[0]?.chunk.content,
    documents.data?.data
      .map(({ filename }) => filename)
      .sort()
      .join(),
    batch.data.results.length,
    missing.error?.code,
    first.data.space.id === second.data.space.id,
  ].join(" | ");
}

// @ts-expect-error A space requires a name.
const _refused: CreateSpaceBody = {};

console.log(await roundTrip());
