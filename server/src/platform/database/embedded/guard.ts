import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";

/** Ends a server whose owner is gone. */
export interface Guard {
  dismiss(): void;
}

/**
 * Waits for the end of its input, which comes with the end of the owner, however that ended: a fast shutdown, and after
 * 5 s an immediate one. Checks that the process id is still the server's; where its folder is gone, by its name.
 */
const SCRIPT = `trap '' INT TERM HUP
is_there() {
  kill -0 "$1" || return 1
  if read -r pid < "$2"; then [ "$pid" = "$1" ]; else read -r name < "/proc/$1/comm" && [ "$name" = postgres ]; fi
} 2>/dev/null
read -r _
is_there "$1" "$2" && kill -INT "$1"
tries=0
while is_there "$1" "$2" && [ "$tries" -lt 50 ]; do sleep 0.1; tries=$((tries + 1)); done
is_there "$1" "$2" && kill -QUIT "$1"`;

/**
 * Starts a process that ends the server `pid` when this process is gone. On Windows there is none: the next start stops
 * what it finds.
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
        // In a session of its own: what ends this process's group must not end it.
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
