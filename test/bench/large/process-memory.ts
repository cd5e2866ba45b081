import { readdirSync, readFileSync } from "node:fs";

/** The highest memory of a server and of the processes in which it reads files, in bytes. */
export interface MemoryPeaks {
  readonly serverBytes: number;
  readonly readerBytes: number;
}

const INTERVAL_MS = 50;
const READER = /ingest\/prepare\/child\.ts/;

/** Samples the resident memory of a server and its readers (on Linux) until it is stopped. */
export function watchReaders(serverPid: number): { stop(): MemoryPeaks } {
  let serverBytes = 0;
  let readerBytes = 0;
  const sample = () => {
    serverBytes = Math.max(serverBytes, residentBytes(serverPid));
    for (const pid of readersOf(serverPid)) readerBytes = Math.max(readerBytes, residentBytes(pid));
  };
  const timer = setInterval(sample, INTERVAL_MS);
  return {
    stop() {
      clearInterval(timer);
      return { serverBytes, readerBytes };
    },
  };
}

function readersOf(serverPid: number): number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => new RegExp(`^PPid:\\s*${serverPid}$`, "m").test(read(name, "status")))
    .filter((name) => READER.test(read(name, "cmdline")))
    .map(Number);
}

function residentBytes(pid: number): number {
  return Number(/^VmRSS:\s*(\d+) kB$/m.exec(read(String(pid), "status"))?.[1] ?? 0) * 1024;
}

function read(pid: string, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, "utf8");
  } catch {
    // The process has ended.
    return "";
  }
}
