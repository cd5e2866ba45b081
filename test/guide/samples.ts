import { SECTIONS } from "../../guide/build/contents.ts";
import { partsOf } from "../../guide/build/page.ts";
import { readSource } from "../../guide/build/read-source.ts";
import { labelOf } from "../../guide/build/render.ts";
import { ROOT } from "./built-site.ts";

const MCP_SERVER = '{ "mcpServers": { "quarry": { "type": "http", "url": "http://127.0.0.1:7400/mcp"';

/** A fence of a written page. */
export interface Sample {
  readonly page: string;
  readonly language: string;
  /** Of the tab; empty outside of tabs. */
  readonly label: string;
  readonly text: string;
}

/** The samples of the written pages, with what they include. What has no language is output. */
export const SAMPLES: readonly Sample[] = SECTIONS.flatMap(({ pages }) =>
  pages.flatMap(({ address, source }) =>
    partsOf(readSource(ROOT, source).markdown)
      .filter(({ isCode }) => isCode)
      .map(({ text }) => readFence(address, text))
      .filter(({ language }) => language !== ""),
  ),
);

function readFence(page: string, block: string): Sample {
  const [fence = "", ...lines] = block.trim().split("\n");
  const info = fence.replace("```", "");
  const [language = ""] = info.split(" ");
  return { page, language, label: labelOf(info), text: `${lines.slice(0, -1).join("\n")}\n` };
}

/** The samples of a page in one language: together they are a program. */
export interface Series {
  readonly page: string;
  readonly label: string;
  readonly samples: readonly string[];
}

/** All series with a label. */
export function seriesOf(label: string): Series[] {
  const pages = [...new Set(SAMPLES.filter((sample) => sample.label === label).map(({ page }) => page))];
  return pages.map((page) => ({
    ...{ page, label },
    samples: SAMPLES.filter((sample) => sample.page === page && sample.label === label).map(
      ({ text }) => text,
    ),
  }));
}

/**
 * What this folder's tests do not run: a page, the first words of the sample, and the test that runs it, or why none does.
 */
export const ELSEWHERE: readonly (readonly [page: string, start: string, reason: string])[] = [
  ["quickstart", "npm start", "test/contract/contract-server.ts"],
  ["assistants", `${MCP_SERVER} }`, "test/mcp/oauth.test.ts"],
  ["assistants", `${MCP_SERVER}, "headers"`, "test/mcp/transport.test.ts"],
  ["assistants", '{ "mcpServers": { "quarry": {\n  "command"', "test/package/bridge.test.ts"],
  ["frameworks", "import", "test/package/examples.test.ts"],
  ["sdk", "import", "test/package/examples.test.ts"],
  ["operating", "# In a clone of 0.1.0", "test/upgrade/earlier-releases.test.ts"],
  ["operating", "npm install --prefix old-postgres", "test/embedded/folders.test.ts"],
  ["operating", "scrape_configs", "test/deploy/metrics.test.ts"],
  ...["operating", "backup"].flatMap(
    (page) =>
      [
        [page, "bun run backup", "test/server/operations/backup.test.ts"],
        [page, "archive_mode", "none: settings of a PostgreSQL server that another person runs"],
        [page, "   restore_command", "none: settings of a PostgreSQL server that another person runs"],
      ] as const,
  ),
];
