import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Quarry } from "@quarry/sdk";
import { object } from "../contract/reading.ts";
import { TOOLS } from "../package/packed.ts";
import { runWell } from "../package/run.ts";
import { builtCommand } from "../support/built-command.ts";
import { type RunningServer, startServer } from "../support/running-server.ts";
import { hasRequests } from "../support/sample-programs.ts";
import { startReceiver, type WebhookReceiver } from "../support/webhook-receiver.ts";
import { ROOT } from "./built-site.ts";
import { ELSEWHERE, SAMPLES, type Sample, type Series, seriesOf } from "./samples.ts";

/** Runs the samples of the guide against a server. The samples of a page in one language are one program. */
let server: RunningServer;
let receiver: WebhookReceiver;
let quarry: Quarry;
let folder: string;
let env: Record<string, string>;

/** The files that the samples read. */
const FILES: Readonly<Record<string, string>> = {
  "travel.md": "# Travel\n\nThe office books flights.",
  "remote-work.md": "# Remote work\n\nTwo days a week.",
  "handbook.md": "# Holidays\n\nYou have 30 days of holidays.",
  "docs/visa.md": "# Visa\n\nAsk three months before.",
  "golden.json": '[{ "query": "How many days of leave?", "relevant": ["leave.md"] }]',
};

beforeAll(async () => {
  receiver = startReceiver();
  server = await startServer({ env: { QUARRY_WEBHOOK_ALLOW_PRIVATE: "true" } });
  quarry = new Quarry({ apiKey: server.rootKey, baseUrl: server.baseUrl, maxRetries: 0 });
  folder = await mkdtemp(join(tmpdir(), "quarry-guide-"));
  await symlink(TOOLS, join(folder, "node_modules"));
  const paths = { "@quarry/sdk": [join(ROOT, "sdk/src/index.ts")] };
  await Bun.write(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions: { paths } }));
  await mkdir(join(folder, "quarry-data"));
  await Bun.write(join(folder, "quarry-data/root-key"), server.rootKey);
  for (const [name, text] of Object.entries(FILES)) await Bun.write(join(folder, name), text);
  env = { QUARRY_URL: server.baseUrl, QUARRY_API_KEY: server.rootKey, XDG_CONFIG_HOME: folder };
}, 120_000);
afterAll(async () => {
  await server?.stop();
  receiver?.stop();
  if (folder !== undefined) await rm(folder, { recursive: true, force: true });
});

/** The spaces that the samples of all pages but the quickstart find. */
async function startAgain(page: string): Promise<void> {
  for await (const { id } of quarry.spaces.list()) await quarry.spaces.purge(id);
  if (page === "quickstart") return;
  await quarry.spaces.create({ name: "Handbook", description: "Leave and pay" });
  await quarry.spaces.create({ name: "Travel", description: "Flights and hotels" });
  for (const [spaceId, filename, content] of [
    ["handbook", "leave.md", "# Leave\n\nYou have 30 days of leave a year."],
    ["handbook", "pay.md", "# Pay\n\nSalaries are paid on the 25th."],
    ["travel", "flights.md", "# Flights\n\nThe office books flights."],
  ] as const)
    await quarry.documents.upsert({ spaceId, filename, content });
}

const here = (text: string) =>
  text
    .replaceAll("http://127.0.0.1:7400", server.baseUrl)
    .replaceAll("https://hooks.example.com/quarry", receiver.url);

/** One test for each page, which `run` passes its program to. */
function eachPage(
  label: string,
  count: number,
  run: (program: string, series: Series) => Promise<unknown>,
): void {
  const all = seriesOf(label);
  test(`in ${label} are on ${count} pages or more`, () => expect(all.length).toBeGreaterThanOrEqual(count));
  for (const series of all)
    test(`in ${label} run: ${series.page}`, async () => {
      await startAgain(series.page);
      await run(here(series.samples.join("\n")), series);
    }, 60_000);
}

describe("the samples of the guide", () => {
  if (Bun.which("curl"))
    eachPage("curl", 7, async (program) => {
      const script = program.replaceAll(/^curl/gm, "curl --silent --show-error --fail-with-body");
      await runWell(["sh", "-e", "-c", script], { cwd: folder, env });
    });

  eachPage("TypeScript", 9, async (program, { page }) => {
    const file = join(folder, `${page}.ts`);
    await Bun.write(file, program);
    const output = await runWell([process.execPath, file], { cwd: folder, env });
    expect(output).not.toContain("undefined");
  });

  if (hasRequests())
    eachPage("Python", 6, (program) => runWell(["python3", "-c", program], { cwd: folder, env }));

  eachPage("MCP", 4, async (_, { samples }) => {
    for (const sample of samples) {
      const headers = {
        ...{ authorization: `Bearer ${server.rootKey}`, "content-type": "application/json" },
        accept: "application/json, text/event-stream",
      };
      const reply = await fetch(`${server.baseUrl}/mcp`, { method: "POST", headers, body: sample });
      const text = await reply.text();
      const answer = object(JSON.parse(/^data: (.*)$/m.exec(text)?.[1] ?? text));
      expect([text, answer.error, object(answer.result).isError ?? false]).toEqual([text, undefined, false]);
    }
  });

  test.each(SAMPLES.filter(({ language, label }) => language === "sh" && label === "").filter(isOurs))(
    "of the command run: $page",
    async ({ page, text }) => {
      await startAgain(page);
      const quarryCommand = `node ${await builtCommand()}`;
      const script = here(text)
        .replaceAll(
          /npx (--yes )?(@quarry\/cli|\.\/dist\/quarry-cli-[\d.]+\.tgz)|bun run quarry/g,
          quarryCommand,
        )
        .replaceAll("https://elsewhere.example.com --key KEY", `${server.baseUrl} --key ${server.rootKey}`);
      await runWell(["sh", "-e", "-c", script], { cwd: folder, env });
    },
    60_000,
  );

  test("show the error that the service answers", async () => {
    const sample = SAMPLES.find(({ page, language }) => page === "errors" && language === "json");
    const { requestId: _, ...expected } = object(JSON.parse(sample?.text ?? ""));
    const headers = { authorization: `Bearer ${server.rootKey}` };
    const { requestId, ...answer } = object(
      await (await fetch(`${server.baseUrl}/api/spaces/handbok`, { headers })).json(),
    );
    expect(answer).toEqual(expected);
    expect(requestId).toStartWith("req_");
  });

  test("are all run, here or where ELSEWHERE says", () => {
    const left = SAMPLES.filter(isOurs).filter(
      ({ page, language, label }) =>
        label === "" && language !== "sh" && !(page === "errors" && language === "json"),
    );
    expect(left).toEqual([]);
    for (const [page, start, reason] of ELSEWHERE) {
      const found = SAMPLES.filter((sample) => sample.page === page && sample.text.startsWith(start));
      expect([page, start, found.length > 0]).toEqual([page, start, true]);
      const file = /^test\/\S+$/.exec(reason)?.[0];
      if (file !== undefined) expect([file, existsSync(join(ROOT, file))]).toEqual([file, true]);
    }
  });
});

function isOurs({ page, text }: Sample): boolean {
  return !ELSEWHERE.some(([of, start]) => of === page && text.startsWith(start));
}
