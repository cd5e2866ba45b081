import { cpus } from "node:os";
import { LIMITS } from "@quarry/schema";
import { choice, type Environment, integer, invalid, only, text } from "./environment.ts";

/** How files are parsed. */
export interface PreparingConfig {
  /** Processes that parse files at the same time. */
  readonly count: number;
  readonly ocr: OcrConfig;
  /** Maximum length of a document's text, in UTF-16 code units. */
  readonly maxTextChars: number;
  /** Longest time that parsing a file may make no progress, in processor time where the system tells it. */
  readonly stallMs: number;
  readonly timeoutMs: number;
  /** Maximum memory of a process that parses files. */
  readonly maxMemoryBytes: number;
  /** Environment of the processes that parse files. It contains no secrets. */
  readonly environment: Readonly<Record<string, string>>;
}

/** How text in images is recognized. */
export interface OcrConfig {
  /** Language codes of Tesseract. */
  readonly languages: readonly string[];
  /** Which pages are read by OCR: none, those without text, or all. */
  readonly mode: "off" | "auto" | "always";
  /** Images of a file that are read at the same time. */
  readonly parallel: number;
}

/** What a process takes without OCR, and for each image that it recognizes at the same time. */
const [DRAWING_BYTES, RECOGNIZING_BYTES] = [350_000_000, 125_000_000];

/** Reads how files are parsed. */
export function preparing(env: Environment): PreparingConfig {
  const maxMemoryBytes = integer(
    env,
    "QUARRY_PARSE_MAX_MEMORY_BYTES",
    600_000_000,
    100_000_000,
    64_000_000_000,
  );
  return {
    count: integer(env, "QUARRY_PARSE_PROCESSES", Math.min(cpus().length, 8), 1, 64),
    ocr: {
      languages: ocrLanguages(env),
      mode: choice(env, "QUARRY_OCR", ["off", "auto", "always"], "auto"),
      parallel: imagesWithin(maxMemoryBytes),
    },
    maxTextChars: integer(env, "QUARRY_MAX_TEXT_CHARS", LIMITS.contentMaxChars, 1000, 400_000_000),
    stallMs: integer(env, "QUARRY_PARSE_STALL_MS", 25_000, 100, 3_600_000),
    timeoutMs: integer(env, "QUARRY_PARSE_TIMEOUT_MS", 3_600_000, 100, 86_400_000),
    environment: only(env, "PATH", "HOME", "TMPDIR", "LANG", "TESSDATA_PREFIX"),
    maxMemoryBytes,
  };
}

/** One image for each processor, as far as the memory of a process suffices. */
function imagesWithin(maxMemoryBytes: number): number {
  const fitting = Math.floor((maxMemoryBytes - DRAWING_BYTES) / RECOGNIZING_BYTES);
  return Math.max(1, Math.min(cpus().length, fitting));
}

function ocrLanguages(env: Environment): string[] {
  const value = text(env, "QUARRY_OCR_LANGUAGES") ?? "eng";
  const codes = value.split(/[\s,+]+/).filter((code) => code !== "");
  if (codes.length === 0 || !codes.every((code) => /^[a-z]{3}(?:_[a-z]+)*$/i.test(code)))
    throw invalid("QUARRY_OCR_LANGUAGES", value, "must be language codes of Tesseract, e.g. eng,fra,deu");
  return codes;
}
