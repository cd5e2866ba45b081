import { readdirSync, readFileSync, statSync } from "node:fs";

/** Ids of the PostgreSQL processes that work in a data directory, and still run. */
export function postgresProcesses(data: string): number[] {
  const { dev, ino } = statSync(data);
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        const cwd = statSync(`/proc/${pid}/cwd`);
        return (
          cwd.dev === dev &&
          cwd.ino === ino &&
          readFileSync(`/proc/${pid}/comm`, "utf8").trim() === "postgres"
        );
      } catch {
        return false;
      }
    })
    .map(Number);
}
