import { spawn } from "node:child_process";

/**
 * Removes a folder some seconds after this process ended, however it ended: the input of a shell closes then. Servers
 * that use the folder have guards of their own.
 */
export function removeAtEnd(folder: string, seconds: number): void {
  const guard = spawn("/bin/sh", ["-c", 'read -r _; sleep "$1"; rm -rf "$0"', folder, String(seconds)], {
    stdio: ["pipe", "ignore", "ignore"],
    detached: true,
  });
  guard.unref();
}
