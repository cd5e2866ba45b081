import type { VolumeBucket } from "@quarry/sdk";
import { locale } from "../text/text.ts";
import { whenUsed } from "../text/when-used.ts";

/** The size of a chart, in the units of its drawing. */
export const CHART = { width: 640, height: 140, pad: 8 } as const;

const day = whenUsed(() => new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeZone: "UTC" }));
const hour = whenUsed(() => new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "short" }));

/** When a bucket starts, for people. Days are in UTC. */
export function bucketName(startsAt: string, length: VolumeBucket): string {
  return (length === "day" ? day : hour)().format(new Date(startsAt));
}

/** Where a value is drawn, from the bottom of the chart at 0 to its top at the largest value. */
export function heightOf(value: number, largest: number): number {
  const { height, pad } = CHART;
  return height - pad - (value / Math.max(largest, 1e-9)) * (height - 2 * pad);
}
