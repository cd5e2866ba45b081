import { type Caller, createCaller, type RunningServer, startServer } from "../support/running-server.ts";
import { until } from "../support/until.ts";

let running: RunningServer | undefined;
let caller: Caller | undefined;

/** Starts the server that all sections share. */
export async function startContractServer(env: Record<string, string>): Promise<void> {
  running = await startServer({ env, withNpm: process.env.QUARRY_TEST_START === "npm" });
  caller = createCaller(running);
  const { baseUrl } = running;
  await until("the service to be ready", async () => (await fetch(`${baseUrl}/ready`)).ok || undefined);
}

export async function stopContractServer(): Promise<void> {
  await running?.stop();
}

export function contractServer(): RunningServer {
  if (running === undefined) throw new Error("The contract server is not started yet");
  return running;
}

/** Sends a request to the shared server, by default with its root key. */
export const call: Caller = (method, path, options) => {
  if (caller === undefined) throw new Error("The contract server is not started yet");
  return caller(method, path, options);
};
