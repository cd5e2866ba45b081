import { locale, text } from "./text.ts";

const UNITS: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ["year", 31_536_000],
  ["month", 2_592_000],
  ["week", 604_800],
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
];

const relative = new Intl.RelativeTimeFormat(locale, { numeric: "auto" });
const dateTime = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "short" });
const wholeNumber = new Intl.NumberFormat(locale);
const oneDigit = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 });

/** A time relative to now, e.g. "2 hours ago". */
export function ago(timestamp: string): string {
  const seconds = (Date.parse(timestamp) - Date.now()) / 1000;
  const unit = UNITS.find(([, length]) => Math.abs(seconds) >= length);
  return unit ? relative.format(Math.round(seconds / unit[1]), unit[0]) : text.app.justNow;
}

/** A date and a time of day in the reader's time zone. */
export function moment(timestamp: string): string {
  return dateTime.format(new Date(timestamp));
}

/** A whole number with separators. */
export function integer(value: number): string {
  return wholeNumber.format(value);
}

/** A size in the unit that suits it; 1 kB is 1,000 bytes. */
export function size(bytes: number): string {
  const units = ["B", "kB", "MB", "GB", "TB"];
  let [value, unit] = [bytes, 0];
  while (value >= 1000 && unit < units.length - 1) [value, unit] = [value / 1000, unit + 1];
  return `${oneDigit.format(value)} ${units[unit] ?? ""}`;
}

/** A duration in seconds, minutes or hours. */
export function duration(seconds: number): string {
  if (seconds < 60) return `${Math.max(1, Math.round(seconds))} s`;
  if (seconds < 3600) return `${Math.round(seconds / 60)} min`;
  return `${oneDigit.format(seconds / 3600)} h`;
}

/** A number between 0 and 1 with two digits. */
export function score(value: number): string {
  return value.toFixed(2);
}
