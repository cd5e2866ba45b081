import type { Target } from "../target.ts";
import { atSize, GROWTH_LINES, SIZES } from "./name-target.ts";

/** How times and memory grow with the number of chunks. */
export function growthTargets(main: number): Target[] {
  const asked = (size: number, quantity: "p50" | "p99") =>
    atSize(size)("query", "hybrid, 1 connection", "quarry", quantity);
  const million = atSize(SIZES.million);
  const inTurn = (size: number, line: string) => atSize(size)("growth", line, "quarry", "p50");
  const slower = (size: number, limit: number): Target => ({
    title: `p50 at ${size.toLocaleString("en")} chunks beside ${SIZES.smallest.toLocaleString("en")}, in turn`,
    ...{ of: inTurn(size, GROWTH_LINES.large), beside: inTurn(size, GROWTH_LINES.small) },
    ...{ bound: "at most", limit, unit: "x" },
  });
  if (main < SIZES.smallest) return [];
  const memory = (quantity: "bytes" | "raw") => million("memory", "filled", "quarry", quantity);
  const at = (title: string, of: Target["of"], limit: number, unit: Target["unit"]): Target => ({
    ...{ title, of, limit, unit, bound: "at most" },
  });
  return [
    slower(SIZES.large, 2),
    slower(SIZES.million, 4),
    at("p99 at 1,000,000 chunks", asked(SIZES.million, "p99"), 15, "ms"),
    at("restart, 1,000,000 chunks", million("restart", "after SIGTERM", "quarry", "seconds"), 10, "s"),
    {
      ...at("memory at 1,000,000 chunks beside vectors and text", memory("bytes"), 1.5, "x"),
      beside: memory("raw"),
    },
  ];
}
