import { readdirSync, readFileSync } from "node:fs";
import { residentBytes } from "../../server/src/ingest/prepare/process-usage.ts";

const EVERY_MS = 5;
const TICKS_PER_SECOND = 100;

/** Follows the processes that a process starts, until `stop`. Linux only. */
export function processTree(pid: number): {
  stop(): { readonly peakBytes: number; readonly processorSeconds: number };
} {
  let peakBytes = 0;
  const ticksBefore = childrenOf(pid).reduce((sum, child) => sum + ticksOf(child), 0);
  let ticks = ticksBefore;
  const look = () => {
    const children = childrenOf(pid);
    peakBytes = Math.max(peakBytes, ...children.map(residentBytes));
    ticks = Math.max(
      ticks,
      children.reduce((sum, child) => sum + ticksOf(child), 0),
    );
  };
  const timer = setInterval(look, EVERY_MS);
  return {
    stop() {
      clearInterval(timer);
      look();
      return { peakBytes, processorSeconds: (ticks - ticksBefore) / TICKS_PER_SECOND };
    },
  };
}

function childrenOf(pid: number): number[] {
  return readdirSync(`/proc/${pid}/task`).flatMap((thread) => {
    const children = read(`/proc/${pid}/task/${thread}/children`);
    return children.split(" ").filter(Boolean).map(Number);
  });
}

/** The processor time of a process and of its children that have ended, in ticks. */
function ticksOf(pid: number): number {
  const fields = read(`/proc/${pid}/stat`)
    .replace(/^.*\) /s, "")
    .split(" ");
  return fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
}

function read(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}
