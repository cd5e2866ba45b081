import { parseArgs } from "node:util";
import { benchRestart } from "./restart.ts";
import { benchStores } from "./stores/index.ts";

const USAGE = `Usage:
  bun run bench stores [--sizes 10000,50000,200000] [--engines memory,pgvector,chroma]
  bun run bench restart [--chunks 100000]`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    sizes: { type: "string", default: "10000,50000,200000" },
    chunks: { type: "string", default: "100000" },
    engines: { type: "string", default: "" },
  },
});

const list = (text: string) => text.split(",").filter((part) => part !== "");

if (positionals[0] === "stores") await benchStores(list(values.sizes).map(Number), list(values.engines));
else if (positionals[0] === "restart") await benchRestart(Number(values.chunks));
else {
  console.error(USAGE);
  process.exitCode = 2;
}
