import type { Target } from "../target.ts";
import { type At, rate } from "./name-target.ts";

/** PostgreSQL with pgvector beside hand-written SQL. */
export function postgresTargets(at: At): Target[] {
  const both = (connections: string): Target[] => {
    const line = `hybrid, ${connections}`;
    const of = (quantity: "p50" | "perSecond") => at("postgres", line, "quarry", quantity);
    return [
      {
        title: `PostgreSQL, ${line}: p50 beside SQL of both legs`,
        ...{ of: of("p50"), beside: at("postgres", line, "sql", "p50") },
        ...{ bound: "at most", limit: 2.5, unit: "x" },
      },
      {
        title: `PostgreSQL, ${line}: rate beside SQL of the vectors alone`,
        of: of("perSecond"),
        beside: at("postgres", `vector, ${connections}`, "sql-vectors", "perSecond"),
        ...{ bound: "at least", limit: 0.4, unit: "x", before: "0.04" },
      },
    ];
  };
  const load = (side: "quarry" | "sql") => at("postgres", "load", side, "perSecond");
  return [
    ...both("1 connection"),
    ...both("8 connections"),
    rate(load("quarry"), load("sql"), 0.6, "PostgreSQL, loading", "0.21"),
  ];
}
