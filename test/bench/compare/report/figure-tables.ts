import type { Result, Side } from "../results/result.ts";
import { figures } from "./format.ts";

const TITLES: Readonly<Record<string, string>> = {
  query: "Questions on one space",
  filters: "Questions with a filter",
  open: "Open loop",
  writes: "Questions while documents come in",
  disturbances: "Questions during the service's large tasks",
  spaces: "Several spaces",
  hundred: "A space of 100 chunks",
  uploads: "Uploads of one kilobyte",
  load: "Loading",
  memory: "Memory",
  restart: "Restarts, to the first right answer",
  postgres: "PostgreSQL with pgvector",
  floor: "Nearest vectors without a server",
};

const PEERS: Readonly<Record<Exclude<Side, "quarry">, string>> = {
  chroma: "Chroma",
  sql: "bare SQL, both legs",
  "sql-vectors": "bare SQL, vectors alone",
  elysia: "bare Elysia handler",
  usearch: "usearch",
};

/** Formats all results as a table per part. */
export function figureTables(results: readonly Result[]): string {
  return Object.entries(TITLES)
    .flatMap(([part, title]) => {
      const own = results.filter((result) => result.part === part);
      return own.length > 0 ? [`### ${title}\n\n${table(own)}`] : [];
    })
    .join("\n\n");
}

function table(results: readonly Result[]): string {
  const lines = Map.groupBy(results, ({ size, line }) => JSON.stringify([size, line]));
  const rows = [...lines.values()].map((sides) => {
    const [{ size, line }] = sides as [Result];
    const own = sides.find(({ side }) => side === "quarry");
    const peers = sides.flatMap((result) =>
      result.side === "quarry" ? [] : [`${PEERS[result.side]}: ${figures(result)}`],
    );
    const cells = [size.toLocaleString("en"), line, own ? figures(own) : "", peers.join("; ")];
    return `| ${cells.join(" | ")} |`;
  });
  return ["| size | | Quarry | beside it |", "|---|---|---|---|", ...rows].join("\n");
}
