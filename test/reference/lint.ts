import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startServer } from "../support/running-server.ts";

/**
 * Lints the OpenAPI description of a running server with Redocly's recommended rules and Spectral's rules for OpenAPI.
 * Prints what they find and fails on any warning: `bun run lint-reference`. Both are loaded by npx, because no test needs
 * their 80 MB.
 */
const REDOCLY = "@redocly/cli@2.77.0";
const SPECTRAL = "@stoplight/spectral-cli@6.16.3";

const folder = await mkdtemp(join(tmpdir(), "quarry-reference-"));
const file = join(folder, "openapi.json");
const server = await startServer();
try {
  const headers = { authorization: `Bearer ${server.rootKey}` };
  await Bun.write(file, await fetch(`${server.baseUrl}/api/openapi.json`, { headers }));
  await Bun.write(join(folder, "redocly.yaml"), "extends:\n  - recommended\n");
  await Bun.write(join(folder, "spectral.yaml"), "extends: spectral:oas\n");
  const redocly = await run(REDOCLY, "redocly", "lint", file, "--format=json");
  const report = JSON.parse(redocly.output.slice(redocly.output.indexOf("{"))) as {
    totals: { errors: number; warnings: number };
    problems: { message: string; location: { pointer?: string }[] }[];
  };
  for (const { message, location } of report.problems) console.error(message, location[0]?.pointer ?? "");
  const spectral = await run(
    ...([SPECTRAL, "spectral", "lint", file] as const),
    ...["--ruleset", join(folder, "spectral.yaml"), "--fail-severity", "hint", "--quiet"],
  );
  if (spectral.code !== 0) console.error(spectral.output);
  const { errors, warnings } = report.totals;
  console.log(
    `Redocly: ${errors} errors, ${warnings} warnings. Spectral: ${spectral.code === 0 ? "none" : "see above"}.`,
  );
  process.exitCode = errors + warnings > 0 || spectral.code !== 0 ? 1 : 0;
} finally {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
}

/** Runs a command of an npm package in the folder. */
async function run(from: string, ...command: string[]): Promise<{ code: number; output: string }> {
  const child = Bun.spawn(["npx", "--yes", "-p", from, ...command], {
    ...{ cwd: folder, stdout: "pipe", stderr: "inherit" },
    env: { ...process.env, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" },
  });
  const output = await new Response(child.stdout).text();
  return { code: await child.exited, output };
}
