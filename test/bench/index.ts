import { parseArgs } from "node:util";
import { benchAuth } from "./auth.ts";
import { benchBackup } from "./backup.ts";
import { benchBulk } from "./bulk.ts";
import { benchCompare } from "./compare/index.ts";
import { benchDashboard } from "./dashboard/index.ts";
import { benchForeign } from "./foreign.ts";
import { benchIngest } from "./ingest/index.ts";
import { benchThroughput } from "./ingest/throughput.ts";
import { benchLarge } from "./large/index.ts";
import { benchLexical } from "./lexical/index.ts";
import { benchMetrics } from "./metrics.ts";
import { benchOcr } from "./ocr.ts";
import { benchOverload } from "./overload/index.ts";
import { benchQuery } from "./query/index.ts";
import { benchRestart } from "./restart.ts";
import { benchRouting } from "./routing.ts";
import { benchSoak } from "./soak/index.ts";
import { benchStores } from "./stores/index.ts";
import { benchWords } from "./words/index.ts";

const USAGE = `Usage:
  bun run bench stores [--sizes 10000,50000,200000] [--engines memory,pgvector,chroma]
  bun run bench lexical [--chunks 50000] [--no-memory]
  bun run bench words [--sizes 100,10000,50000] [--questions 2000]
  bun run bench routing [--sizes 1,10,100,1000,10000]
  bun run bench ocr [--pages 8]
  bun run bench ingest [--documents 10000]
  bun run bench throughput [--documents 3000] [--loads post,batch,chunks]
  bun run bench query [--chunks 100000] [--text file] [--keep folder]
  bun run bench restart [--chunks 100000]
  bun run bench large [--cells 1000000] [--text-mb 200] [--pages 2000]
  bun run bench foreign [--calls 400]
  bun run bench overload [--chunks 5000] [--turns 3] [--seconds 10]
  bun run bench backup [--documents 1000]
  bun run bench bulk [--documents 100000]
  bun run bench soak [--minutes 30] [--chunks 5000]
  bun run bench dashboard [--documents 100000] [--passages 10000] [--minutes 10] [--trace file]
  bun run bench metrics [--chunks 2000] [--turns 5] [--seconds 8]
  bun run bench memory
  bun run bench auth
  bun run bench compare [--help]`;

const list = (text: string) => text.split(",").filter((part) => part !== "");

async function main(name: string | undefined): Promise<void> {
  // Every benchmark has its own options.
  const read = (options: Record<string, { type: "string"; default: string }>) =>
    parseArgs({ allowPositionals: true, options }).values as Record<string, string>;
  switch (name) {
    case "stores": {
      const { sizes = "", engines = "" } = read({
        sizes: { type: "string", default: "10000,50000,200000" },
        engines: { type: "string", default: "" },
      });
      return benchStores(list(sizes).map(Number), list(engines));
    }
    case "words": {
      const { sizes = "", questions } = read({
        sizes: { type: "string", default: "100,10000,50000" },
        questions: { type: "string", default: "2000" },
      });
      return benchWords(list(sizes).map(Number), Number(questions));
    }
    case "routing":
      return benchRouting(
        list(read({ sizes: { type: "string", default: "1,10,100,1000,10000" } }).sizes ?? "").map(Number),
      );
    case "ocr":
      return benchOcr(Number(read({ pages: { type: "string", default: "8" } }).pages));
    case "bulk":
      return benchBulk(Number(read({ documents: { type: "string", default: "100000" } }).documents));
    case "ingest":
      return benchIngest(Number(read({ documents: { type: "string", default: "10000" } }).documents));
    case "throughput": {
      const { documents, loads = "" } = read({
        documents: { type: "string", default: "3000" },
        loads: { type: "string", default: "post,batch,chunks" },
      });
      return benchThroughput(Number(documents), list(loads));
    }
    case "query": {
      const { chunks, text, keep } = read({
        chunks: { type: "string", default: "100000" },
        text: { type: "string", default: "" },
        keep: { type: "string", default: "" },
      });
      return benchQuery(Number(chunks), text || undefined, keep || undefined);
    }
    case "restart":
      return benchRestart(Number(read({ chunks: { type: "string", default: "100000" } }).chunks));
    case "foreign":
      return benchForeign(Number(read({ calls: { type: "string", default: "400" } }).calls));
    case "overload": {
      const { chunks, turns, seconds } = read({
        chunks: { type: "string", default: "5000" },
        turns: { type: "string", default: "3" },
        seconds: { type: "string", default: "10" },
      });
      return benchOverload({ chunks: Number(chunks), turns: Number(turns), seconds: Number(seconds) });
    }
    case "backup": {
      const { documents } = read({ documents: { type: "string", default: "1000" } });
      return benchBackup(Number(documents));
    }
    case "soak": {
      const { minutes, chunks } = read({
        minutes: { type: "string", default: "30" },
        chunks: { type: "string", default: "5000" },
      });
      return benchSoak({ minutes: Number(minutes), chunks: Number(chunks) });
    }
    case "dashboard": {
      const { documents, passages, minutes, trace } = read({
        documents: { type: "string", default: "100000" },
        passages: { type: "string", default: "10000" },
        minutes: { type: "string", default: "10" },
        trace: { type: "string", default: "" },
      });
      return benchDashboard({
        ...{ documents: Number(documents), passages: Number(passages), minutes: Number(minutes) },
        traceFile: trace || undefined,
      });
    }
    case "metrics": {
      const { chunks, turns, seconds } = read({
        chunks: { type: "string", default: "2000" },
        turns: { type: "string", default: "5" },
        seconds: { type: "string", default: "8" },
      });
      return benchMetrics({ chunks: Number(chunks), turns: Number(turns), seconds: Number(seconds) });
    }
    case "auth":
      return benchAuth();
    case "compare":
      return benchCompare(process.argv.slice(3));
    case "large":
      return benchLarge();
    case "lexical":
      return benchLexical();
    case "memory":
      await import("./memory-footprint.ts");
      return;
    default:
      console.error(USAGE);
      process.exitCode = 2;
  }
}

await main(process.argv[2]);
