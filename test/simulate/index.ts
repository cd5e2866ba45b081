import { parseArgs } from "node:util";
import { EMBEDDED, POSTGRES_MEMORY } from "../support/configurations.ts";
import { simulate } from "./simulate.ts";

const USAGE = `Usage: bun run simulate [--seed N] [--minutes 20] [--database embedded|postgres] [--episode N]
  Makes random calls to a service while its server, its database and its embedding provider are killed, frozen, slow or wrong, and the
  clock jumps, and compares every answer with what was acknowledged. Prints the seed; --episode repeats one episode of it.
  postgres needs PostgreSQL with pgvector, and kills the server at statements, too.`;

const { values } = parseArgs({
  options: {
    seed: { type: "string", default: String(Date.now() % 1_000_000) },
    minutes: { type: "string", default: "20" },
    database: { type: "string", default: "embedded" },
    episode: { type: "string" },
    help: { type: "boolean", default: false },
  },
});
const configuration = { embedded: EMBEDDED, postgres: POSTGRES_MEMORY }[values.database];
if (values.help || !configuration) {
  console.log(USAGE);
  process.exit(values.help ? 0 : 1);
}
const seed = Number(values.seed);
console.log(`seed ${seed}`);
const { episodes, calls, failpoints, problems } = await simulate({
  ...{ configuration, seed, limitMs: Number(values.minutes) * 60_000, print: console.log },
  only: values.episode === undefined ? undefined : Number(values.episode),
});
for (const problem of problems) console.error(problem);
console.log(
  `${calls} calls in ${episodes} episodes with faults, stopped at ${failpoints.reached} of ${failpoints.known} failpoints: ${problems.length > 0 ? "FAILED" : "nothing wrong"}`,
);
process.exit(problems.length > 0 ? 1 : 0);
