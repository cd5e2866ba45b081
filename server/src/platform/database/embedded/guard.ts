import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";

/** A process that stops the server when Quarry has ended. */
export interface Guard {
  /** Ends the guard. The server keeps running. */
  dismiss(): void;
}

/**
 * Waits until its input closes, which happens however Quarry ends, then requests a fast shutdown and after 5 s an
 * immediate one. Before each signal it checks that the process id still belongs to the server: by `postmaster.pid`, or by
 * the process's name when the folder has been deleted.
 */
const SCRIPT = `trap '' INT TERM HUP
is_running() {
  kill -0 "$1" || return 1
  if read -r pid < "$2"; then [ "$pid" = "$1" ]; else read -r name < "/proc/$1/comm" && [ "$name" = postgres ]; fi
} 2>/dev/null
read -r _
is_running "$1" "$2" && kill -INT "$1"
tries=0
while is_running "$1" "$2" && [ "$tries" -lt 50 ]; do sleep 0.1; tries=$((tries + 1)); done
is_running "$1" "$2" && kill -QUIT "$1"`;

/**
 * Starts a process that stops the server `pid` when this process has ended, and restarts it if it is killed. Windows has
 * no guard: there, the next start stops a server that still runs.
 */
export function startGuard(pid: number, dataDirectory: string): Guard {
  if (process.platform === "win32") return { dismiss: () => undefined };
  let isDismissed = false;
  let guard: ChildProcess;
  const start = () => {
    guard = spawn(
      "/bin/sh",
      ["-c", SCRIPT, "quarry-guard", String(pid), join(dataDirectory, "postmaster.pid")],
      {
        stdio: ["pipe", "ignore", "ignore"],
        // A separate session: a signal to this process's group must not end the guard.
        detached: true,
      },
    );
    guard.unref();
    guard.once("exit", () => {
      if (!isDismissed) setTimeout(() => !isDismissed && start(), 100).unref();
    });
    guard.once("error", () => undefined);
  };
  start();
  return {
    dismiss() {
      isDismissed = true;
      guard.kill("SIGKILL");
    },
  };
}
