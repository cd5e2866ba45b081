import { invalidField } from "@quarry/core";

const ISO_8601 = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})?)?$/;

/**
 * Reads an ISO 8601 date-time of a request; null and undefined stay what they are.
 * @throws QuarryError `invalid_request` that names `path`.
 */
export function readInstant<Absent extends null | undefined>(
  value: string | Absent,
  path: string,
): Date | Absent {
  if (value === null || value === undefined) return value;
  const date = new Date(value);
  if (!ISO_8601.test(value) || Number.isNaN(date.getTime()))
    throw invalidField(path, "must be an ISO 8601 date-time, e.g. 2026-01-31T08:30:00.000Z");
  return date;
}
