import { LOG_FORMATS, LOG_LEVELS, type LogSettings } from "../log/log.ts";
import { choice, type Environment } from "./environment.ts";

/** Reads how the log is written. */
export function log(env: Environment): LogSettings {
  return {
    level: choice(env, "QUARRY_LOG_LEVEL", LOG_LEVELS, "info"),
    format: choice(env, "QUARRY_LOG_FORMAT", LOG_FORMATS, "text"),
  };
}
