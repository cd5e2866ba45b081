import { existsSync } from "node:fs";
import { rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { QuarryError } from "@quarry/core";
import type { createApp as CreateApp } from "./compose/app.ts";
import type { Dependencies } from "./compose/dependencies.ts";
import { welcome } from "./compose/welcome.ts";
import { openControlChannel } from "./operations/control-channel.ts";
import { startIdleCollection } from "./platform/background/idle-collection.ts";
import { createShutdown } from "./platform/background/shutdown.ts";
import { createStrayErrors } from "./platform/background/stray-errors.ts";
import { openStorage } from "./platform/database/open-storage.ts";
import { createConsoleLog, type Log } from "./platform/log/log.ts";
import { type Config, readConfig } from "./platform/settings/config.ts";

/** The server's entry point: the only file with side effects. */

type App = ReturnType<typeof CreateApp>;

/** How long readers of event streams have to receive the last events. */
const STREAMS_END_MS = 500;

async function main(): Promise<void> {
  const config = readConfig(process.env);
  const log = createConsoleLog(config.log);
  // The database starts while the rest of the program loads.
  const storage = openStorage(config, log);
  const [{ createDependencies }, { createApp }] = await Promise.all([
    import("./compose/dependencies.ts"),
    import("./compose/app.ts"),
  ]);
  const deps = await createDependencies(config, log, { storage });
  /** What listens, the last one first to stop. From here on a signal stops what has started so far. */
  const listening: (() => Promise<unknown>)[] = [];
  stopAtSignals(deps, listening, log);
  const keyFile = join(config.dataDir, "root-key");
  const { newKey } = await deps.services.organizations.ensureFirst(config.rootKey, async (key) => {
    // An existing file may hold the key of a database used before.
    if (existsSync(keyFile)) await rename(keyFile, `${keyFile}.until-${new Date().toISOString()}`);
    await writeFile(keyFile, `${key}\n`, { mode: 0o600 });
  });
  const app = createApp(deps);
  const url = await listen(app, config, deps);
  listening.push(() => stopListening(app, deps));
  deps.services.accounts.listenAt(url);
  const setUpPath = await deps.services.accounts.ensureOwner();
  const control = await openControlChannel(config.dataDir, deps.operations, log);
  listening.push(control.close);
  startIdleCollection();
  receiveUncaught = createStrayErrors(log);

  // Last, because a caller that waits for this message may stop the server immediately.
  const { embedder, reranker } = deps;
  log.announce(
    welcome({
      ...{ url, config, embedder, reranker, newKey },
      keyFile: existsSync(keyFile) ? keyFile : null,
      setUpUrl: setUpPath && deps.services.accounts.addresses().publicUrl + setUpPath,
    }),
  );
}

function stopAtSignals(
  { close, isSaving }: Dependencies,
  listening: readonly (() => Promise<unknown>)[],
  log: Log,
) {
  const shutDown = createShutdown({
    ...{ close, isSaving, log },
    async finishRequests() {
      for (const stop of listening.toReversed()) await stop();
    },
    exit: () => process.exit(0),
  });
  process.on("SIGTERM", shutDown);
  process.on("SIGINT", shutDown);
}

async function listen(app: App, config: Config, deps: Dependencies): Promise<string> {
  try {
    app.listen({ hostname: config.host, port: config.port });
  } catch (cause) {
    await deps.close();
    const isTaken = cause instanceof Error && "code" in cause && cause.code === "EADDRINUSE";
    const address = `${config.host}:${config.port}`;
    const problem = isTaken
      ? `The address ${address} is in use by another program. Stop that program, or set QUARRY_HOST and QUARRY_PORT.`
      : `Cannot listen on the address ${address}. Check QUARRY_HOST and QUARRY_PORT.`;
    throw new QuarryError("invalid_request", problem, { cause });
  }
  return `http://${config.host.includes(":") ? `[${config.host}]` : config.host}:${app.server?.port}`;
}

/** Resolves when all requests are answered. Closes event streams, which would never end by themselves. */
async function stopListening(app: App, { services }: Dependencies): Promise<void> {
  const { server } = app;
  services.events.close();
  let isStopped = false;
  const stopped = app.stop().then(() => {
    isStopped = true;
  });
  // A stream whose reader does not read cannot end; its connection is cut below.
  while (server && !isStopped && server.pendingRequests > services.events.openStreams())
    await Promise.race([stopped, Bun.sleep(STREAMS_END_MS)]);
  if (!isStopped) await Promise.race([stopped, Bun.sleep(STREAMS_END_MS)]);
  if (!isStopped) await server?.stop(true);
}

/** While it starts, the service ends with a log line. Without a handler, Bun would print the values in a database error. */
let receiveUncaught = (error: unknown): void => {
  createConsoleLog().error("uncaught error", error);
  process.exit(1);
};
process.on("uncaughtException", (error) => receiveUncaught(error));
process.on("unhandledRejection", (error) => receiveUncaught(error));

main().catch((error: unknown) => {
  if (QuarryError.isInstance(error)) console.error(`Quarry cannot start: ${error.message}`);
  else createConsoleLog().error("Quarry cannot start", error);
  process.exit(1);
});
