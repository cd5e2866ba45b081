import type { Crash } from "./orders.ts";

let crash: Crash | undefined;
let left = 0;
let end: (failpoint: string) => void = () => undefined;

/** Sets where this process stops; undefined for nowhere. @param stop Stops it. */
export function armFailpoint(armed: Crash | undefined, stop: (failpoint: string) => void): void {
  crash = armed;
  left = armed?.passes ?? 0;
  end = stop;
}

/** Called with everything that the instrumented sources await. */
function passFailpoint<Value>(failpoint: string, begin: () => Value): Value | Promise<Awaited<Value>> {
  if (!crash || (crash.failpoint !== undefined && crash.failpoint !== failpoint)) return begin();
  left -= 1;
  if (left >= 0) return begin();
  if (crash.when === "before") end(failpoint);
  // Statements are lazy: this runs them.
  const value = Promise.resolve(begin());
  if (crash.when === "during") setImmediate(end, failpoint);
  return value.finally(() => end(failpoint));
}

Object.assign(globalThis, { passFailpoint });
