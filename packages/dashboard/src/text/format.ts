import { locale } from "./language.ts";
import { text } from "./text.ts";
import { whenUsed } from "./when-used.ts";

export { difference, integer, preciseScore, score } from "./numbers.ts";

const UNITS: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ["year", 31_536_000],
  ["month", 2_592_000],
  ["week", 604_800],
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
];

const CLOCK_SECONDS = 5;

const relative = whenUsed(() => new Intl.RelativeTimeFormat(locale, { numeric: "auto" }));
const dateTime = whenUsed(() => new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "short" }));

/** A time relative to now, e.g. "2 hours ago". */
export function ago(timestamp: string): string {
  const seconds = (Date.parse(timestamp) - Date.now()) / 1000;
  const unit = UNITS.find(([, length]) => Math.abs(seconds) >= length);
  if (unit) return relative().format(Math.round(seconds / unit[1]), unit[0]);
  // A few seconds ahead is the clock of another machine.
  return seconds < CLOCK_SECONDS ? text.app.justNow : relative().format(Math.round(seconds), "second");
}

/** A date and a time of day in the reader's time zone. */
export function moment(timestamp: string): string {
  return dateTime().format(new Date(timestamp));
}

/** A size in the unit that suits it; 1 kB is 1,000 bytes. */
export function size(bytes: number): string {
  const units = ["byte", "kilobyte", "megabyte", "gigabyte", "terabyte"];
  let [value, unit] = [bytes, 0];
  while (value >= 1000 && unit < units.length - 1) [value, unit] = [value / 1000, unit + 1];
  return measure(value, units[unit] ?? "byte", unit === 0 ? "long" : "short");
}

/** A duration in seconds, minutes or hours. */
export function duration(seconds: number): string {
  if (seconds < 60) return measure(Math.max(1, Math.round(seconds)), "second");
  if (seconds < 3600) return measure(Math.round(seconds / 60), "minute");
  return measure(seconds / 3600, "hour");
}

/** A time in milliseconds; short ones have a digit behind the point. */
export function milliseconds(ms: number): string {
  return measure(ms < 10 ? ms : Math.round(ms), "millisecond");
}

/** Names or words in a row. */
export function list(items: readonly string[]): string {
  return items.join(text.app.comma);
}

function measure(value: number, unit: string, unitDisplay: "long" | "short" = "short"): string {
  const format = { style: "unit", unit, unitDisplay, maximumFractionDigits: 1 } as const;
  return new Intl.NumberFormat(locale, format).format(value);
}
