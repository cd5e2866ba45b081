import { appendFileSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { plugin } from "bun";
import { moveClock } from "./clock.ts";
import { FILES, FOLDER_VARIABLE, type Orders } from "./orders.ts";
import { armFailpoint } from "./pass-failpoint.ts";

// Preloaded into a simulated server.

const folder = process.env[FOLDER_VARIABLE] ?? "";
const read = (file: string) => JSON.parse(readFileSync(join(folder, file), "utf8"));

function stop(failpoint: string): void {
  appendFileSync(join(folder, FILES.reached), `${failpoint}\n`);
  process.kill(process.pid, "SIGKILL");
}

process.on("SIGUSR2", () => {
  const { clockOffsetMs = 0, crash }: Orders = read(FILES.orders);
  moveClock(clockOffsetMs);
  armFailpoint(crash, stop);
});

const sources: Record<string, string> = read(FILES.sources);
plugin({
  name: "failpoints",
  setup(build) {
    build.onLoad({ filter: /\/server\/src\/.*\.ts$/ }, ({ path }) => ({
      contents: sources[path] ?? readFileSync(path, "utf8"),
      loader: "ts",
    }));
  },
});
