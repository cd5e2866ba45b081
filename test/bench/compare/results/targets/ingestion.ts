import type { Target } from "../target.ts";
import { atSize, rate } from "./name-target.ts";

/** Uploads and loading. */
export function ingestionTargets(main: number, uploads: number): Target[] {
  const upload = (line: string, limit: number, before: string) => {
    const at = atSize(uploads);
    const beside = at("uploads", "add, vectors given", "chroma", "perSecond");
    return rate(
      at("uploads", line, "quarry", "perSecond"),
      beside,
      limit,
      `documents by ${line}, until found`,
      before,
    );
  };
  const load = (side: "quarry" | "chroma") => atSize(main)("load", "load", side, "perSecond");
  return [
    upload("POST, 8 connections", 1.5, "0.19"),
    upload("batches of 100, 1 connection", 3, "0.48"),
    rate(load("quarry"), load("chroma"), 3, "loading, with the index", "0.75"),
  ];
}
