import { invalidField } from "@quarry/core/internal";

const ISO_8601 = /^(\d{4}-\d{2}-\d{2})(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2}))?$/;

/** The range that PostgreSQL and all clients can represent. */
const EARLIEST = Date.parse("0001-01-01T00:00:00Z");
const LATEST = Date.parse("9999-12-31T23:59:59.999Z");

/**
 * Parses an ISO 8601 date-time, or a date, which means midnight UTC. Returns null and undefined unchanged.
 * @throws QuarryError `invalid_request` that names `path`.
 */
export function readInstant<Absent extends null | undefined>(
  value: string | Absent,
  path: string,
): Date | Absent {
  if (value === null || value === undefined) return value;
  const date = new Date(value);
  const day = ISO_8601.exec(value)?.[1];
  const isInRange = date.getTime() >= EARLIEST && date.getTime() <= LATEST;
  if (day === undefined || !isInRange || !isRealDay(day))
    throw invalidField(path, "must be an ISO 8601 date-time with its zone, e.g. 2026-01-31T08:30:00.000Z");
  return date;
}

/** False for dates such as February 31, which Date turns into a day of March. */
function isRealDay(day: string): boolean {
  const date = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day);
}
