import type { QuarryHooks } from "./hooks.ts";

/**
 * What the client logs: `error` calls that failed, `warn` also attempts that are retried, `info` also responses, `debug`
 * also requests. Credentials and bodies are never logged.
 */
export type LogLevel = "off" | "error" | "warn" | "info" | "debug";

/** Receives log entries: the console, or a logger with the same methods. */
export interface Logger {
  /** Receives a call that failed. `fields` has `attempt`, `durationMs` and `error`. */
  error(message: string, fields: object): void;
  /** Receives an attempt that will be retried. `fields` has `attempt`, `durationMs`, `error` and `retryInMs`. */
  warn(message: string, fields: object): void;
  /** Receives a response. `fields` has `attempt`, `requestId` and `durationMs`. */
  info(message: string, fields: object): void;
  /** Receives a request that is about to be sent. `fields` has `attempt` and `headers`, without credentials. */
  debug(message: string, fields: object): void;
}

const LEVELS: readonly LogLevel[] = ["off", "error", "warn", "info", "debug"];
/** Other headers may hold credentials. */
const LOGGED_HEADERS = ["content-type", "idempotency-key", "last-event-id", "range", "user-agent"];

/**
 * Hooks that log.
 * @throws TypeError if the level is unknown.
 */
export function loggingHooks(level: LogLevel, logger: Logger): QuarryHooks {
  if (!LEVELS.includes(level)) throw new TypeError(`logLevel must be one of ${LEVELS.join(", ")}.`);
  const logs = (least: LogLevel): boolean => LEVELS.indexOf(level) >= LEVELS.indexOf(least);
  return {
    onRequest({ method, url, attempt, headers }) {
      if (!logs("debug")) return;
      const shown = LOGGED_HEADERS.flatMap((name) => {
        const value = headers.get(name);
        return value === null ? [] : [[name, value]];
      });
      logger.debug(`${method} ${url}`, { attempt, headers: Object.fromEntries(shown) });
    },
    onResponse({ method, url, attempt, status, requestId, durationMs }) {
      if (logs("info")) logger.info(`${method} ${url}: ${status}`, { attempt, requestId, durationMs });
    },
    onError({ method, url, attempt, error, durationMs, retryInMs }) {
      const fields = { attempt, durationMs, error };
      if (retryInMs === undefined) {
        if (logs("error")) logger.error(`${method} ${url} failed`, fields);
      } else if (logs("warn")) logger.warn(`${method} ${url} is retried`, { ...fields, retryInMs });
    },
  };
}
