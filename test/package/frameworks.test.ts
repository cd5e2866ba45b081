import { afterAll, beforeAll, expect, test } from "bun:test";
import { join } from "node:path";
import { Quarry } from "@quarry/sdk";
import { type RunningServer, startServer } from "../support/running-server.ts";
import { smallPdf } from "../support/small-pdf.ts";
import { checkTypes, FRAMEWORKS, installFrameworks } from "./frameworks.ts";
import { type PackedSdk, packSdk } from "./packed.ts";
import { runWell } from "./run.ts";

// The first page is empty.
const PAGES = ["", "Employees have thirty days of leave a year."];

let packed: PackedSdk;
let server: RunningServer;
let folders: Awaited<ReturnType<typeof installFrameworks>>;
/** The address of the answer. */
let url: string;
beforeAll(async () => {
  [packed, server] = await Promise.all([packSdk(), startServer()]);
  folders = await installFrameworks(packed);
  const quarry = new Quarry({ baseUrl: server.baseUrl, apiKey: server.rootKey });
  const { space } = await quarry.spaces.create({ name: "Handbook", slug: "handbook" });
  const file = smallPdf(PAGES);
  await quarry.documents.upsert({ spaceId: space.id, filename: "leave.pdf", file });
  const { results } = await quarry.query({ query: "leave a year", spaceIds: space.id, topK: 1 });
  url = results.map((result) => quarry.documents.passageUrl(result)).join();
}, 400_000);
afterAll(async () => {
  await server?.stop();
  await packed?.remove();
});

test("the programs have the types of their frameworks", async () => {
  for (const folder of new Set(folders.values())) await checkTypes(folder);
}, 120_000);

test.each(FRAMEWORKS)(
  "$name reads passages with page, offsets and address",
  async (framework) => {
    const [file, argument = ""] = framework.program;
    const cwd = folders.get(framework) ?? "";
    const env = { QUARRY_URL: server.baseUrl, QUARRY_API_KEY: server.rootKey };
    const read = await runWell([packed.programs.node22, join("src", file), argument], { cwd, env });
    expect(read).toContain(PAGES[1] ?? "none");
    expect(url).toContain("&page=2#passage");
    expect(read).toContain(url);
    if (framework.name.startsWith("Llama")) {
      // Its own engine, with the score and what its model reads beside the text.
      expect(read).toStartWith("true\n");
      expect(read).toContain("page: 2");
      expect(read).not.toContain("rectangles");
    } else expect(read).toMatch(/\[1\] leave\.pdf, page 2, characters \d+-\d+/);
  },
  60_000,
);
