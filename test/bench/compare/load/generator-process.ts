/** The load generator: a process of its own, which receives jobs and returns their outcomes. */
import { createHttpAsker } from "./http-asker.ts";
import type { Asker, Job } from "./job.ts";
import { runJob } from "./run-job.ts";
import { createSqlAsker } from "./sql-asker.ts";
import { createUsearchAsker } from "./usearch-asker.ts";

/** An index takes a while to build and serves all jobs. */
let usearch: Promise<Asker> | undefined;

async function open({ target, connections }: Job): Promise<Asker> {
  switch (target.kind) {
    case "http":
      return createHttpAsker(target, connections);
    case "sql":
      return createSqlAsker(target, connections);
    case "usearch":
      usearch ??= createUsearchAsker(target);
      return usearch;
  }
}

async function run(job: Job) {
  const asker = await open(job);
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
