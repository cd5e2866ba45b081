import { readdirSync, readFileSync } from "node:fs";

/** Private memory of the processes that a process runs, and that they run, in bytes by program. Empty except on Linux. */
export function memoryOfPrograms(pid: number | string): Record<string, number> {
  const bytes: Record<string, number> = {};
  for (const child of childrenOf(pid)) {
    const status = read(`/proc/${child}/status`);
    const program = /^Name:\t(.+)$/m.exec(status)?.[1];
    // Not the memory of files, or memory that processes of PostgreSQL share.
    const kilobytes = Number(/^RssAnon:\s*(\d+) kB$/m.exec(status)?.[1] ?? 0);
    if (program !== undefined) bytes[program] = (bytes[program] ?? 0) + kilobytes * 1024;
    for (const [name, more] of Object.entries(memoryOfPrograms(child)))
      bytes[name] = (bytes[name] ?? 0) + more;
  }
  return bytes;
}

function childrenOf(pid: number | string): string[] {
  try {
    return readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
      read(`/proc/${pid}/task/${thread}/children`).split(" ").filter(Boolean),
    );
  } catch {
    // The process has ended, or the system has no such folder.
    return [];
  }
}

function read(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}
