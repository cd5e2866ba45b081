import { parseArgs } from "node:util";
import { Progress } from "../../eval/progress.ts";
import { type RunningServer, startServer } from "../../support/running-server.ts";
import { fuzzHttp, type HttpFuzzResult, SERVER_SETTINGS } from "./fuzz-http.ts";
import { wireBytes } from "./wire.ts";

const MAX_SHOWN = 60;
const SHOWN_CHARS = 4000;

/** `bun run fuzz http`: sends broken requests to a server of its own. Returns whether no answer was wrong. */
export async function fuzzHttpCommand(): Promise<boolean> {
  const { values } = parseArgs({
    allowPositionals: true,
    options: {
      requests: { type: "string", default: "25000" },
      seed: { type: "string", default: "1" },
      only: { type: "string" },
      concurrency: { type: "string", default: "8" },
    },
  });
  const from = values.only === undefined ? 0 : Number(values.only);
  const to = values.only === undefined ? Number(values.requests) : from + 1;
  const server = await startServer({ env: SERVER_SETTINGS });
  const interrupted = (): void => void server.stop().finally(() => process.exit(130));
  process.once("SIGINT", interrupted).once("SIGTERM", interrupted);
  try {
    const progress = new Progress("requests", to - from);
    const result = await fuzzHttp({
      ...{ server, seed: Number(values.seed), from, to, concurrency: Number(values.concurrency) },
      onRequest: (request, { text }) => {
        progress.advance(1);
        if (values.only === undefined) return;
        console.log(
          `${Buffer.from(wireBytes(request.wire)).toString().slice(0, SHOWN_CHARS)}\n\n${text.slice(0, SHOWN_CHARS)}\n`,
        );
      },
    });
    progress.end();
    console.log(resultText(result));
    if (result.faults.length > 0) console.log(logOf(server));
    return result.faults.length === 0;
  } finally {
    await server.stop();
  }
}

/** The last errors in the log of a server. */
function logOf(server: RunningServer): string {
  return server
    .output()
    .split(/\n(?=\S)/)
    .filter((entry) => /failed|uncaught/i.test(entry))
    .slice(-MAX_SHOWN)
    .join("\n");
}

function resultText({ requests, aims, statuses, slowestMs, peakBytes, faults }: HttpFuzzResult): string {
  const counts = [...statuses]
    .sort(([one], [other]) => one - other)
    .map(([status, count]) => `${status === 0 ? "no answer" : status}: ${count}`);
  return [
    `${requests} requests, ${aims} aims; ${counts.join(", ")}`,
    `slowest ${slowestMs.toFixed(0)} ms, peak memory ${Math.round(peakBytes / 1e6)} MB, ${faults.length} faults`,
    ...faults.slice(0, MAX_SHOWN),
    ...(faults.length > MAX_SHOWN ? [`... and ${faults.length - MAX_SHOWN} more`] : []),
  ].join("\n");
}
