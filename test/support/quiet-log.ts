import type { Log } from "../../server/src/platform/log/log.ts";

/** A log that writes nothing. */
export const quietLog: Log = {
  announce: () => undefined,
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
};
