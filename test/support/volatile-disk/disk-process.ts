import { openSync, statSync } from "node:fs";
import { serveFile } from "./fuse-file.ts";
import { createSectorCache } from "./sector-cache.ts";

const MAX_CALLS = [12, 200] as const;
const MAX_DELAY_MS = 500;

/** The disk as a process of its own: the kernel waits for it, so nothing else may block it. */
const [medium = "", device = "", mode = ""] = process.argv.slice(2);
const cache = createSectorCache(openSync(medium, "r+"), mode === "lying");
let hasPower = true;
let cut: (() => void) | undefined;
/** The disk's calls until the cut, and whether it then waits for a flush. */
let remaining = 0;
let waitsForFlush = false;

function powered<Result>(isFlush: boolean, call: () => Result): Result {
  remaining -= 1;
  if (remaining < 0 && (isFlush || !waitsForFlush)) cut?.();
  if (!hasPower) throw new Error("the power is off");
  return call();
}

// Between two writes the cache is usually empty: a cut some calls later, or instead of a flush, meets it full.
process.on("message", (seed: number) => {
  remaining = seed % MAX_CALLS[seed % 2 === 0 ? 0 : 1];
  waitsForFlush = seed % 3 > 0;
  cut = () => {
    if (hasPower) process.send?.(cache.cut(seed));
    hasPower = false;
  };
  setTimeout(cut, MAX_DELAY_MS);
});

await serveFile(device, statSync(medium).size, {
  read: (offset, length) => powered(false, () => cache.read(offset, length)),
  write: (offset, bytes) => powered(false, () => cache.write(offset, bytes)),
  sync: () => powered(true, () => cache.flush()),
});
process.exit(0);
