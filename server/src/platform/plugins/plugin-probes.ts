/** How long after a failure a member is tried again, without waiting for the next call. */
const PROBE_MS = 1000;

/** Repeats what failed of a plug-in until it works. */
export interface PluginProbes {
  /** @param probe Calls the member; repeated in the background until it succeeds. */
  failed(member: string, probe: () => Promise<unknown>): void;
  worked(member: string): void;
  stop(): void;
}

/** Creates the probes of a plug-in that works. */
export function createProbes(): PluginProbes {
  const failed = new Map<string, () => Promise<unknown>>();
  let timer: Timer | undefined;
  let isStopped = false;

  function schedule(): void {
    if (isStopped || timer || failed.size === 0) return;
    timer = setTimeout(async () => {
      await Promise.all(
        [...failed].map(([member, probe]) =>
          probe().then(
            () => failed.delete(member),
            () => undefined,
          ),
        ),
      );
      timer = undefined;
      schedule();
    }, PROBE_MS);
    timer.unref();
  }

  return {
    failed(member, probe) {
      if (!failed.has(member)) failed.set(member, probe);
      schedule();
    },
    worked: (member) => void failed.delete(member),
    stop() {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}
