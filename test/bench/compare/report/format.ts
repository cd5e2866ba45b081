import type { NewResult, Quantity } from "../results/result.ts";
import { type Spread, spreadOf } from "../results/statistics.ts";

/** Formats a number with about three significant digits. */
export function number(value: number): string {
  if (!Number.isFinite(value)) return "?";
  const size = Math.abs(value);
  if (size >= 100) return Math.round(value).toLocaleString("en");
  return value.toFixed(size >= 10 ? 1 : size >= 1 ? 2 : 3);
}

/** Formats a median, with the least and the most of several blocks in parentheses. */
export function spread({ median, least, most }: Spread, unit = ""): string {
  const space = unit === "" || unit.startsWith("/") ? "" : " ";
  const range = least === most ? "" : ` (${number(least)}-${number(most)})`;
  return `${number(median)}${space}${unit}${range}`;
}

const FORMS: readonly (readonly [Quantity, (value: Spread) => string])[] = [
  ["perSecond", (value) => spread(value, "/s")],
  ["p50", ({ median }) => `p50 ${number(median)} ms`],
  ["p95", ({ median }) => `p95 ${number(median)} ms`],
  ["p99", ({ median }) => `p99 ${number(median)} ms`],
  ["cpu", (value) => `cpu ${spread(value, "ms")}`],
  ["recall", ({ median }) => `recall ${median.toFixed(3)}`],
  ["seconds", (value) => spread(value, "s")],
  ["settling", ({ median }) => `then ${number(median)} s of indexing`],
  ["bytes", ({ median }) => `${number(median / 1e6)} MB`],
  ["peakBytes", ({ median }) => `peak ${number(median / 1e6)} MB`],
];

/** Formats the figures of a result. */
export function figures({ blocks }: Pick<NewResult, "blocks">): string {
  return FORMS.flatMap(([quantity, form]) => {
    const values = blocks[quantity];
    return values && values.length > 0 ? [form(spreadOf(values))] : [];
  }).join(", ");
}

/** Formats a result for the terminal. */
export function describe(result: NewResult): string {
  return `${result.part} ${result.size}: ${result.line}, ${result.side}: ${figures(result)}`;
}
