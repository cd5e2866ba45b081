import type { Target } from "../target.ts";
import { atSize, SIZES } from "./name-target.ts";

/** Memory and restarts. */
export function resourceTargets(main: number): Target[] {
  const bytes = (size: number, line: string, side: "quarry" | "chroma") =>
    atSize(size)("memory", line, side, "bytes");
  const filled = (size: number, before: string): Target => ({
    title: `memory, ${size.toLocaleString("en")} chunks`,
    ...{ of: bytes(size, "filled", "quarry"), beside: bytes(size, "filled", "chroma") },
    ...{ bound: "at most", limit: 1.3, unit: "x", before },
  });
  const restart = (line: string, limit: number, before: string): Target => ({
    title: `restart, ${line}`,
    of: atSize(main)("restart", line, "quarry", "seconds"),
    ...{ bound: "at most", limit, unit: "s", before },
  });
  return [
    {
      ...{ title: "memory, empty", of: bytes(main, "empty", "quarry") },
      ...{ bound: "at most", limit: 150, unit: "MB", before: "469 MB" },
    },
    ...(main === SIZES.smallest ? [] : [filled(SIZES.smallest, "4.4")]),
    filled(main, "4.2"),
    restart("after SIGTERM", 1.5, "4.3-5.0 s"),
    restart("without the index files", 30, "158 s"),
    restart("empty", 0.7, "1.6-1.9 s"),
  ];
}
