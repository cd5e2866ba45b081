import { resolve } from "node:path";
import type { Job, Outcome } from "./job.ts";

/** Runs jobs in a process of its own. */
export interface Generator {
  /** @throws Error if more than a hundredth of the requests failed. */
  run(job: Job): Promise<Outcome>;
  stop(): void;
}

interface Message {
  readonly id: number;
  readonly outcome?: Outcome;
  readonly problem?: string;
}

const MAX_FAILED_SHARE = 0.01;

/** Starts a load generator. */
export function startGenerator(): Generator {
  const waiting = new Map<number, PromiseWithResolvers<Outcome>>();
  let jobs = 0;
  const child = Bun.spawn([process.execPath, resolve(import.meta.dir, "generator-process.ts")], {
    stdio: ["ignore", "inherit", "inherit"],
    ipc(message: Message) {
      const job = waiting.get(message.id);
      waiting.delete(message.id);
      if (message.outcome) job?.resolve(message.outcome);
      else job?.reject(new Error(message.problem));
    },
    onExit() {
      for (const job of waiting.values()) job.reject(new Error("The load generator has ended."));
    },
  });
  return {
    async run(job) {
      jobs += 1;
      const id = jobs;
      const answer = Promise.withResolvers<Outcome>();
      waiting.set(id, answer);
      child.send({ id, job });
      const outcome = await answer.promise;
      if (outcome.failures > (outcome.requests + outcome.failures) * MAX_FAILED_SHARE)
        throw new Error(`${outcome.failures} requests failed: ${outcome.problem}`);
      return outcome;
    },
    stop: () => child.kill(),
  };
}
