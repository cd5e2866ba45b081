/** The load generator: a process of its own, which receives jobs and returns their outcomes. */
import { createHttpAsker } from "./http-asker.ts";
import type { Job } from "./job.ts";
import { runJob } from "./run-job.ts";
import { createSqlAsker } from "./sql-asker.ts";

async function run(job: Job) {
  const { target, connections } = job;
  const asker =
    target.kind === "http"
      ? await createHttpAsker(target, connections)
      : await createSqlAsker(target, connections);
  try {
    return await runJob(job, asker);
  } finally {
    await asker.close();
  }
}

process.on("message", (message: { id: number; job: Job }) => {
  run(message.job).then(
    (outcome) => process.send?.({ id: message.id, outcome }),
    (problem: unknown) => process.send?.({ id: message.id, problem: String(problem) }),
  );
});
process.on("disconnect", () => process.exit(0));
