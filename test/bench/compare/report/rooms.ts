import type { Result } from "../results/result.ts";
import { number } from "./format.ts";

/** Milliseconds that a hybrid question may spend in each room, and all of them together. */
const BUDGET: Readonly<Record<string, number>> = {
  key: 0.1,
  analyse: 0.05,
  embed: 0.05,
  words: 0.2,
  vectors: 0.05,
  fuse: 0.05,
  live: 0.05,
  answer: 0.05,
};
const LINES = ["hybrid, 1 connection", "hybrid, 8 connections", "a space of 100 chunks, 1 connection"];

/** Formats where the server says that questions spend their time; undefined if it does not say. */
export function roomsTable(results: readonly Result[], main: number): string | undefined {
  const columns = LINES.flatMap((line) => {
    const found = results.find(
      (result) =>
        result.line === line &&
        result.side === "quarry" &&
        result.rooms !== undefined &&
        isShown(result, main),
    );
    return found?.rooms
      ? [{ line: `${found.size.toLocaleString("en")} chunks: ${line}`, rooms: found.rooms }]
      : [];
  });
  if (columns.length === 0) return undefined;
  const names = [...new Set([...Object.keys(BUDGET), ...columns.flatMap(({ rooms }) => Object.keys(rooms))])];
  const rows = names.map((name) => {
    const budget = BUDGET[name];
    const cells = columns.map(({ rooms }) => (rooms[name] === undefined ? "" : number(rooms[name])));
    return `| ${name} | ${budget === undefined ? "" : budget} | ${cells.join(" | ")} |`;
  });
  const head = `| room | budget | ${columns.map(({ line }) => line).join(" | ")} |`;
  return [head, `|---|---|${"---|".repeat(columns.length)}`, ...rows].join("\n");
}

function isShown({ part, size }: Result, main: number): boolean {
  return part === "hundred" || (part === "query" && size === main);
}
