import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type RunningServer, startServer } from "../../support/running-server.ts";
import { smallPdf } from "../../support/small-pdf.ts";
import { smallFiles, storedFiles } from "../../support/stored-files.ts";

let server: RunningServer;
let temporary: string;
let spaceId: string;

beforeAll(async () => {
  temporary = await mkdtemp(join(tmpdir(), "quarry-scratch-"));
  server = await startServer({ env: { QUARRY_MAX_FILE_BYTES: "200000", TMPDIR: temporary } });
  const { space } = (await (
    await call("/spaces", { name: "Short passages", chunking: { maxTokens: 100 } })
  ).json()) as {
    space: { id: string };
  };
  spaceId = space.id;
}, 90_000);
afterAll(async () => {
  await server.stop();
  expect(await readdir(temporary)).toEqual([]);
  await rm(temporary, { recursive: true });
});

const headers = () => ({ authorization: `Bearer ${server.rootKey}` });
function call(path: string, body: object): Promise<Response> {
  return fetch(`${server.baseUrl}/api${path}`, {
    method: "POST",
    headers: { ...headers(), "content-type": "application/json" },
    body: JSON.stringify(body),
  });
}
function send(filename: string, bytes: Uint8Array, fields: Readonly<Record<string, string>> = {}) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  form.set("file", new File([bytes as Uint8Array<ArrayBuffer>], filename));
  return fetch(`${server.baseUrl}/api/parse`, { method: "POST", headers: headers(), body: form });
}

interface Parsed {
  readonly content: string;
  readonly chunks: readonly {
    readonly content: string;
    readonly metadata: { readonly start: number; readonly end: number; readonly page: number | null };
  }[];
}

const kept = async () => [
  ...(await storedFiles(server.dataDir)),
  ...(await smallFiles(server.dataDir)),
  ...(await filesIn(temporary)),
];

async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.flatMap((entry) => (entry.isFile() ? [entry.name] : []));
}

describe("POST /api/parse", () => {
  test("shows what an upload of the same file would store, and stores nothing", async () => {
    const text = `# Leave\n\n${"You have thirty days of leave in a year. ".repeat(40)}\n\n## Sick\n\nCall us.\n`;
    const parsed = (await (await send("leave.md", Buffer.from(text), { spaceId })).json()) as Parsed;
    expect(await kept()).toEqual([]);
    const upload = await fetch(`${server.baseUrl}/api/documents`, {
      method: "PUT",
      headers: { ...headers(), "content-type": "application/json" },
      body: JSON.stringify({ spaceId, filename: "leave.md", content: text }),
    });
    const { document } = (await upload.json()) as { document: { id: string } };
    const stored = (await (
      await fetch(`${server.baseUrl}/api/documents/${document.id}/chunks?pageSize=100`, {
        headers: headers(),
      })
    ).json()) as { data: Parsed["chunks"] };
    const outline = await (
      await fetch(`${server.baseUrl}/api/documents/${document.id}/outline`, { headers: headers() })
    ).json();
    expect(parsed.chunks.length).toBeGreaterThan(4);
    expect(parsed.chunks.map(({ content, metadata }) => ({ content, metadata }))).toEqual(
      stored.data.map(({ content, metadata }) => ({ content, metadata })),
    );
    expect(parsed).toMatchObject({ content: text, ...(outline as object), warnings: [] });
  });

  test("gives pages and offsets, time and memory", async () => {
    const response = await send("two.pdf", smallPdf(["First page of a letter.", "Second page of a letter."]));
    expect(response.status).toBe(200);
    const parsed = (await response.json()) as Parsed & { seconds: number; peakMemoryBytes: number };
    expect(parsed.chunks[0]?.metadata.page).toBe(1);
    for (const { content, metadata } of parsed.chunks)
      expect(parsed.content.slice(metadata.start, metadata.end)).toBe(content);
    expect(parsed.seconds).toBeGreaterThan(0);
    expect(parsed.peakMemoryBytes).toBeGreaterThan(10_000_000);
  });

  test("answers like an upload to files that are too large, damaged or badly described", async () => {
    const statuses = [
      await send("large.txt", Buffer.from("x".repeat(200_001))),
      await send("torn.docx", Buffer.from("PK\u0003\u0004torn")),
      await send("a.txt", Buffer.from("text"), { spaceId: "nowhere" }),
      await call("/parse", { filename: "a.txt", content: "text", metadata: {} }),
      await call("/parse", { content: "text" }),
      await fetch(`${server.baseUrl}/api/parse`, { method: "POST" }),
    ].map(({ status }) => status);
    expect(statuses).toEqual([413, 400, 404, 400, 400, 401]);
    expect(await kept()).toHaveLength(1);
  });
});
