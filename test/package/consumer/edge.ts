import { NotFoundError, Quarry } from "@quarry/sdk";

const CHUNKS = 200;

/** A text as a stream, like the body of a request. */
function streamed(): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let next = 0;
  return new ReadableStream({
    pull(controller) {
      if (next === CHUNKS) return controller.close();
      controller.enqueue(encoder.encode(`Employee ${next++} has thirty days of leave a year.\n\n`));
    },
  });
}

/** Uses the package in an edge worker. */
async function useQuarry(quarry: Quarry): Promise<string> {
  const { space } = await quarry.spaces.create({ name: "Edge" });
  const content = "Salaries are paid monthly.";
  await quarry.documents.upsert({ spaceId: space.id, filename: "pay.md", content });
  const uploaded = await quarry.documents.upload({
    spaceId: space.id,
    filename: "leave.md",
    file: streamed(),
  });
  const { fileSize } = await uploaded.waitUntilReady();
  const { results } = await quarry.query({ query: "days of leave of employee 150", spaceIds: space.id });
  const filenames: string[] = [];
  for await (const document of quarry.documents.list({ spaceId: space.id }))
    filenames.push(document.filename);
  const problem = await quarry.spaces.get("spc_unknown").catch((error: unknown) => error);
  const aborted = AbortSignal.abort(new Error("aborted"));
  const stopped = await quarry.spaces.list({}, { signal: aborted }).catch((error: unknown) => error);
  await quarry.spaces.purge(space.id);
  return [
    results[0]?.document.filename,
    fileSize,
    filenames.sort().join(),
    NotFoundError.isInstance(problem) && problem.status,
    stopped instanceof Error && stopped.message,
  ].join(" | ");
}

// biome-ignore lint/style/noDefaultExport: workerd requires a default export.
export default {
  async test(_controller: unknown, env: { readonly url: string; readonly key: string }): Promise<void> {
    console.log(`${await useQuarry(new Quarry({ baseUrl: env.url, apiKey: env.key }))}`);
  },
};
