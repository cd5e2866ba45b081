import { QuarryError } from "@quarry/core";

/** Runs a task in a free slot. @throws QuarryError `unavailable` when there is none. */
export type StartSlots = <Result>(task: () => Promise<Result>) => Promise<Result>;

/** Creates slots for starts of operations in this process: each holds a connection and may insert a million rows. */
export function createStartSlots(total: number): StartSlots {
  let taken = 0;
  return async (task) => {
    if (taken >= total)
      throw new QuarryError("unavailable", "Other bulk operations are being started. Try again soon.", {
        retryAfterMs: 2000,
      });
    taken += 1;
    try {
      return await task();
    } finally {
      taken -= 1;
    }
  };
}
