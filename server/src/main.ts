import { existsSync } from "node:fs";
import { rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { QuarryError } from "@quarry/core";
import { createApp } from "./compose/app.ts";
import { createDependencies, type Dependencies } from "./compose/dependencies.ts";
import { welcome } from "./compose/welcome.ts";
import { openControlChannel } from "./operations/control-channel.ts";
import { startIdleCollection } from "./platform/background/idle-collection.ts";
import { createConsoleLog } from "./platform/log/log.ts";
import { type Config, readConfig } from "./platform/settings/config.ts";

/** The server's entry: the only file of it with side effects. */

/** How long requests under way may take to finish when the server is told to stop. */
const SHUTDOWN_MS = 10_000;
/** How long readers of event streams have for what was sent to them. */
const STREAMS_END_MS = 500;

async function main(): Promise<void> {
  const config = readConfig(process.env);
  const log = createConsoleLog();
  const deps = await createDependencies(config, log);
  const keyFile = join(config.dataDir, "root-key");
  const { newKey } = await deps.services.organizations.ensureFirst(config.rootKey, async (key) => {
    // It may be another database's, which was in use before.
    if (existsSync(keyFile)) await rename(keyFile, `${keyFile}.until-${new Date().toISOString()}`);
    await writeFile(keyFile, `${key}\n`, { mode: 0o600 });
  });
  const app = createApp(deps);
  const url = await listen(app, config, deps);
  deps.services.accounts.listenAt(url);
  const setUpPath = await deps.services.accounts.ensureOwner();
  const control = await openControlChannel(config.dataDir, deps.operations, log);
  startIdleCollection();

  let stopping = false;
  const stop = async () => {
    if (stopping) return;
    stopping = true;
    // What is still under way then is durable: jobs have leases, and unanswered requests were promised nothing.
    const timer = setTimeout(() => process.exit(0), SHUTDOWN_MS);
    await control.close();
    await stopListening(app, deps);
    await deps.close();
    clearTimeout(timer);
    process.exit(0);
  };
  process.on("SIGTERM", stop);
  process.on("SIGINT", stop);
  // Last: whoever reads that it is ready may stop it at once.
  const { embedder, reranker } = deps;
  log.info(
    welcome({
      ...{ url, config, embedder, reranker, newKey },
      keyFile: existsSync(keyFile) ? keyFile : null,
      setUpUrl: setUpPath && deps.services.accounts.addresses().publicUrl + setUpPath,
    }),
  );
}

async function listen(
  app: ReturnType<typeof createApp>,
  config: Config,
  deps: Dependencies,
): Promise<string> {
  try {
    app.listen({ hostname: config.host, port: config.port });
  } catch (cause) {
    await deps.close();
    const isTaken = cause instanceof Error && "code" in cause && cause.code === "EADDRINUSE";
    const problem = isTaken ? "is in use by another program" : "cannot be listened on";
    const address = `${config.host}:${config.port}`;
    const remedy = "Stop that program, or set QUARRY_HOST and QUARRY_PORT.";
    throw new QuarryError("invalid_request", `The address ${address} ${problem}. ${remedy}`, { cause });
  }
  return `http://${config.host.includes(":") ? `[${config.host}]` : config.host}:${app.server?.port}`;
}

/** Ends when all requests are answered. Event streams would go on for ever, so they are ended. */
async function stopListening(app: ReturnType<typeof createApp>, { services }: Dependencies): Promise<void> {
  const { server } = app;
  services.events.close();
  let isStopped = false;
  const stopped = app.stop().then(() => {
    isStopped = true;
  });
  // What a reader does not take cannot be ended, only cut.
  while (server && !isStopped && server.pendingRequests > services.events.openStreams())
    await Promise.race([stopped, Bun.sleep(STREAMS_END_MS)]);
  if (!isStopped) await Promise.race([stopped, Bun.sleep(STREAMS_END_MS)]);
  if (!isStopped) await server?.stop(true);
}

/** What nobody caught ends the process, as it would anyway; but a database's error would be printed with its texts. */
function giveUp(error: unknown): never {
  createConsoleLog().error("an error that nobody caught", error);
  process.exit(1);
}
process.on("uncaughtException", giveUp);
process.on("unhandledRejection", giveUp);

main().catch((error: unknown) => {
  if (QuarryError.isInstance(error)) console.error(`Quarry cannot start: ${error.message}`);
  else createConsoleLog().error("Quarry cannot start", error);
  process.exit(1);
});
