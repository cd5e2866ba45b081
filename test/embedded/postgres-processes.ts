import { readdirSync, readFileSync, statSync } from "node:fs";

/** Ids of the running PostgreSQL processes that use a data directory. */
export function postgresProcesses(dataDirectory: string): number[] {
  const { dev, ino } = statSync(dataDirectory);
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
