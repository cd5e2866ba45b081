import type { Target } from "../target.ts";
import { type At, rate } from "./name-target.ts";

/** PostgreSQL with pgvector beside hand-written SQL. */
export function postgresTargets(at: At): Target[] {
  const pair = (connections: string, quantity: "p50" | "perSecond") => ({
    of: at("postgres", `hybrid, ${connections}`, "quarry", quantity),
    beside: at("postgres", `hybrid, ${connections}`, "sql", quantity),
  });
  const both = (connections: string): Target[] => [
    {
      ...{
        title: `PostgreSQL, hybrid, ${connections}: p50 beside SQL of both legs`,
        ...pair(connections, "p50"),
      },
      ...{ bound: "at most", limit: 2.5, unit: "x" },
    },
    {
      ...{ title: `PostgreSQL, hybrid, ${connections}: rate`, ...pair(connections, "perSecond") },
      ...{ bound: "at least", limit: 0.4, unit: "x", before: "0.04" },
    },
  ];
  const load = (side: "quarry" | "sql") => at("postgres", "load", side, "perSecond");
  return [
    ...both("1 connection"),
    ...both("8 connections"),
    rate(load("quarry"), load("sql"), 0.6, "PostgreSQL, loading", "0.21"),
  ];
}
