import { readdirSync, readFileSync } from "node:fs";

/** Processor time of a server's processes, in milliseconds. */
export interface ProcessorTime {
  readonly server: number;
  /** The embedded PostgreSQL, including its processes that have ended. */
  readonly database: number;
  /** Everything else that the server started, such as processes that read files. */
  readonly others: number;
}

/** A clock tick of /proc: 1/100 s on every Linux. */
const TICK_MS = 10;

/** Reads the processor time that a server and its descendants have used so far. Linux only. */
export function processorTime(serverPid: number): ProcessorTime {
  const all = readdirSync("/proc").flatMap((name) => (/^\d+$/.test(name) ? (read(name) ?? []) : []));
  let [database, others] = [0, 0];
  const visit = (pid: number, isDatabase: boolean): void => {
    for (const child of all.filter(({ parent }) => parent === pid)) {
      const isOfDatabase = isDatabase || child.name === "postgres";
      if (isOfDatabase) database += child.own + child.ended;
      else others += child.own + child.ended;
      visit(child.pid, isOfDatabase);
    }
  };
  visit(serverPid, false);
  return { server: all.find(({ pid }) => pid === serverPid)?.own ?? 0, database, others };
}

/** The time between two readings, for each of `count` documents. */
export function perDocument(before: ProcessorTime, after: ProcessorTime, count: number): string {
  const each = (part: keyof ProcessorTime) => ((after[part] - before[part]) / count).toFixed(2);
  return `server ${each("server")} + PostgreSQL ${each("database")} + others ${each("others")} ms`;
}

/** The fields of /proc/PID/stat that count. `ended` is the time of children that have ended. */
function read(pid: string) {
  try {
    const line = readFileSync(`/proc/${pid}/stat`, "utf8");
    const name = line.slice(line.indexOf("(") + 1, line.lastIndexOf(")"));
    const [, parent, ...rest] = line
      .slice(line.lastIndexOf(")") + 2)
      .split(" ")
      .map(Number);
    const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = rest.slice(9);
    return {
      ...{ pid: Number(pid), name, parent },
      own: (user + system) * TICK_MS,
      ended: (endedUser + endedSystem) * TICK_MS,
    };
  } catch {
    return undefined;
  }
}
