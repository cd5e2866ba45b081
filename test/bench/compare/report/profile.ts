import { resolve } from "node:path";

/** The functions that took the most time of the main thread. */
export interface ProfileTop {
  readonly name: string;
  readonly questions: number;
  readonly functions: readonly ProfiledFunction[];
}

/** A function with its own time, without the functions that it calls. */
export interface ProfiledFunction {
  readonly place: string;
  readonly share: number;
  /** Microseconds per question. */
  readonly micros: number;
}

interface CpuProfile {
  readonly nodes: readonly {
    readonly id: number;
    readonly callFrame: { readonly functionName: string; readonly url: string; readonly lineNumber: number };
  }[];
  /** Microseconds since 1970. */
  readonly startTime: number;
  readonly samples: readonly number[];
  readonly timeDeltas: readonly number[];
}

const REPOSITORY = resolve(import.meta.dir, "../../../..");
const SHOWN = 25;
const IDLE = /^\((idle|program|root|garbage collector)\)$/;

/**
 * Sums a profile's samples between two moments, in milliseconds since 1970. The runtime takes no samples while it is idle, and
 * its next sample then has the whole pause; so a sample counts for twice the usual time at most.
 */
export function topOf(
  profile: CpuProfile,
  { name, questions, from, to }: { name: string; questions: number; from: number; to: number },
): ProfileTop {
  const places = new Map(profile.nodes.map(({ id, callFrame }) => [id, placeOf(callFrame)]));
  const sums = new Map<string, number>();
  const longest = 2 * medianOf(profile.timeDeltas);
  let total = 0;
  let time = profile.startTime;
  for (const [at, node] of profile.samples.entries()) {
    const micros = profile.timeDeltas[at] ?? 0;
    time += micros;
    const place = places.get(node) ?? "";
    if (time < from * 1000 || time > to * 1000 || IDLE.test(place)) continue;
    const own = Math.min(micros, longest);
    sums.set(place, (sums.get(place) ?? 0) + own);
    total += own;
  }
  const functions = [...sums]
    .sort(([, left], [, right]) => right - left)
    .slice(0, SHOWN)
    .map(([place, micros]) => ({ place, share: micros / total, micros: micros / questions }));
  return { name, questions, functions };
}

function medianOf(values: readonly number[]): number {
  return values.toSorted((left, right) => left - right)[values.length >> 1] ?? 0;
}

function placeOf({ functionName, url, lineNumber }: CpuProfile["nodes"][number]["callFrame"]): string {
  const name = functionName || "(anonymous)";
  const path = url.replace(/^file:\/\//, "");
  if (!path.startsWith("/")) return name;
  const within = path.startsWith(`${REPOSITORY}/`) ? path.slice(REPOSITORY.length + 1) : path;
  // A package's path begins after the last folder of packages.
  return `${name} ${within.replace(/^.*node_modules\//, "")}:${lineNumber + 1}`;
}
