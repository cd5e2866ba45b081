import { resolve } from "node:path";
import { freePort } from "../../../support/free-port.ts";
import type { MeasuredServer } from "./peer.ts";

const START_MS = 20_000;

/** Starts a bare Elysia handler in a process of its own. It answers `POST /query` with the JSON of a file. */
export async function startElysia(file: string): Promise<MeasuredServer> {
  const port = freePort();
  const origin = `http://127.0.0.1:${port}`;
  const script = resolve(import.meta.dir, "elysia-process.ts");
  const child = Bun.spawn([process.execPath, script, file, String(port)], {
    stdio: ["ignore", "inherit", "inherit"],
    env: { ...process.env, NODE_ENV: "production" },
  });
  const killAtExit = () => child.kill("SIGKILL");
  process.once("exit", killAtExit);
  for (const begin = Date.now(); ; await Bun.sleep(20)) {
    const answer = await fetch(`${origin}/query`, { method: "POST" }).catch(() => undefined);
    await answer?.arrayBuffer();
    if (answer?.ok) break;
    if (Date.now() - begin > START_MS) throw new Error("The bare Elysia handler does not start.");
  }
  return {
    origin,
    processes: () => [child.pid],
    async stop() {
      child.kill("SIGKILL");
      await child.exited;
      process.off("exit", killAtExit);
    },
  };
}
