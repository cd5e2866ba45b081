import { QuarryError } from "@quarry/core";
import {
  errorCode,
  isDatabaseAway,
  isStorageFull,
  postgresCode,
} from "../../platform/log/database-errors.ts";

/**
 * Why a job failed: `file`: what the document holds, so that a retry changes nothing. `world`: a provider, a store, the
 * database or the system, which may be back soon. `service`: a defect of this service.
 */
export type FailureCause = "file" | "world" | "service";

/** Classes of PostgreSQL's error codes that pass: connections, conflicts, resources, locks, operators, system. */
const PASSING_CLASS = /^(08|40|53|55|57|58)/;

/** Sorts the error of a job. An unknown error is a defect of the service. */
export function failureCause(error: unknown): FailureCause {
  if (QuarryError.isInstance(error)) {
    if (error.code === "internal") return "service";
    if (error.code === "insufficient_storage") return "world";
    return error.retryable ? "world" : "file";
  }
  if (isDatabaseAway(error) || isStorageFull(error)) return "world";
  const state = postgresCode(error);
  if (state !== undefined) return PASSING_CLASS.test(state) ? "world" : "service";
  // Errors of the operating system, of sockets and of S3 have a code; the runtime's own codes mean a wrong call.
  const code = errorCode(error);
  return code === "" || code.startsWith("ERR_") ? "service" : "world";
}
