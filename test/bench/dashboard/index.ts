import { interactiveMs } from "./interactive.ts";
import { framesPerSecond, recordTrace } from "./scrolling.ts";
import { type DashboardStage, openDashboardStage } from "./stage.ts";
import { useForMinutes } from "./tab-use.ts";

const SLOWDOWN = 4;
const TARGETS = { interactiveMs: 1_000, framesPerSecond: 55, memoryBytes: 150_000_000 };

/** Options of {@link benchDashboard}. */
export interface DashboardBenchOptions {
  readonly documents: number;
  readonly passages: number;
  readonly minutes: number;
  /** Where to keep a trace of the scrolling; undefined: none is kept. */
  readonly traceFile: string | undefined;
}

/**
 * Measures the dashboard in a browser: when pages can be used with a slow processor, how smoothly long lists scroll, and
 * the memory of its tab after minutes of use.
 */
export async function benchDashboard(options: DashboardBenchOptions): Promise<void> {
  const stage = await openDashboardStage(options);
  try {
    console.log(`${stage.documentCount} documents in a list, ${stage.passageCount} passages in a document`);
    for (const [name, path, selector] of [WITHOUT_SCRIPT, ...pagesOf(stage)]) {
      for (const cache of ["empty", "full"] as const) {
        const { median, most } = await interactiveMs(stage, { path, selector, cache, slowdown: SLOWDOWN });
        const words = `${name}, ${cache} cache, processor ${SLOWDOWN} times slower`;
        print(words, `${median.toFixed(0)} ms (at most ${most.toFixed(0)})`, median <= TARGETS.interactiveMs);
      }
    }
    await recordTrace(stage, options.traceFile, async () => {
      for (const [name, path, selector] of pagesOf(stage).filter(([, , , isLong]) => isLong)) {
        const { frames, unread } = await framesPerSecond(stage, { path, selector });
        const words = `${frames.toFixed(1)} frames/s, ${(unread * 100).toFixed(0)} % of them with rows not yet read`;
        print(`scrolling: ${name}`, words, frames >= TARGETS.framesPerSecond);
      }
    });
    const { start, end } = await useForMinutes(stage, options.minutes);
    for (const [when, { heapBytes, tabBytes }] of [["at the start", start] as const, ["", end] as const])
      print(
        `the tab ${when || `after ${options.minutes} minutes of use`}`,
        `${megabytes(tabBytes)} of its own, ${megabytes(heapBytes)} of them objects of scripts`,
        tabBytes <= TARGETS.memoryBytes,
      );
    console.log(
      `targets: ${TARGETS.interactiveMs} ms, ${TARGETS.framesPerSecond} frames/s, ${megabytes(TARGETS.memoryBytes)}`,
    );
  } finally {
    await stage.close();
  }
}

/** What a browser needs on this machine for any page. */
const WITHOUT_SCRIPT = ["a page without script", "/app/account", "form", false] as const;

/** Name, path, what it shows when it can be used, and whether it is a long list. */
function pagesOf({ documentPath }: DashboardStage) {
  return [
    ["the spaces", "/app/spaces", ".card", false],
    ["a list of documents", "/app/spaces/many", ".document-row a", true],
    ["a document", documentPath, ".passage", true],
    ["the playground", "/app/playground", ".ask textarea", false],
  ] as const;
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(0)} MB`;
}

function print(what: string, figure: string, isReached: boolean): void {
  console.log(`${what}: ${figure}${isReached ? "" : "  MISSED"}`);
}
