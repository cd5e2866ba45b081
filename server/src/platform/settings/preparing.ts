import { availableParallelism } from "node:os";
import { type Environment, integer, invalid, only, text } from "./environment.ts";

/** How files are parsed. */
export interface PreparingConfig {
  /** Processes that parse files at the same time. */
  readonly count: number;
  /** Language codes for OCR. */
  readonly ocrLanguages: readonly string[];
  /** Longest time that parsing a file may make no progress, in processor time where the system tells it. */
  readonly stallMs: number;
  readonly timeoutMs: number;
  /** Maximum memory of a process that parses files. */
  readonly maxMemoryBytes: number;
  /** Environment of the processes that parse files. It contains no secrets. */
  readonly environment: Readonly<Record<string, string>>;
}

/** Reads how files are parsed. */
export function preparing(env: Environment): PreparingConfig {
  return {
    count: integer(env, "QUARRY_PARSE_PROCESSES", Math.min(availableParallelism(), 8), 1, 64),
    ocrLanguages: ocrLanguages(env),
    stallMs: integer(env, "QUARRY_PARSE_STALL_MS", 25_000, 100, 3_600_000),
    timeoutMs: integer(env, "QUARRY_PARSE_TIMEOUT_MS", 3_600_000, 100, 86_400_000),
    environment: only(env, "PATH", "HOME", "TMPDIR", "LANG"),
    maxMemoryBytes: integer(env, "QUARRY_PARSE_MAX_MEMORY_BYTES", 600_000_000, 100_000_000, 64_000_000_000),
  };
}

function ocrLanguages(env: Environment): string[] {
  const value = text(env, "QUARRY_OCR_LANGUAGES") ?? "eng";
  const codes = value.split(/[\s,+]+/).filter((code) => code !== "");
  if (codes.length === 0 || !codes.every((code) => /^[a-z]{3}(?:_[a-z]+)*$/i.test(code)))
    throw invalid("QUARRY_OCR_LANGUAGES", value, "must be language codes of Tesseract, e.g. eng,fra,deu");
  return codes;
}
