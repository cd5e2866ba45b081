import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startServer } from "../support/running-server.ts";
import { walkFromEmptyFolder } from "./empty-folder.ts";
import { packPackage } from "./packed.ts";

/**
 * Walks from an empty folder to answers, with Node alone, the packed command and the packed SDK against a server, and prints
 * the transcript with times:
 *
 *     bun test/package/walk.ts
 */
const packages = await mkdtemp(join(tmpdir(), "quarry-walk-"));
const folder = await mkdtemp(join(tmpdir(), "quarry-empty-"));
const server = await startServer();
try {
  const tarballs = {
    command: await packPackage("packages/cli", packages),
    sdk: await packPackage("sdk", packages),
  };
  const node = Bun.which("node") ?? "node";
  const access = { url: server.baseUrl, key: server.rootKey };
  const steps = await walkFromEmptyFolder({ folder, tarballs, node, ...access }, (step) =>
    console.log(`$ ${step.command}\n${step.output}\n# ${step.seconds.toFixed(2)} s\n`),
  );
  process.exitCode = steps.every(({ code }) => code === 0) ? 0 : 1;
} finally {
  await server.stop();
  for (const each of [packages, folder]) await rm(each, { recursive: true, force: true });
}
