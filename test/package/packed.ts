import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { runWell } from "./run.ts";

const REPOSITORY = resolve(import.meta.dir, "../..");

/** Where the tests' own tools are installed. */
export const TOOLS = resolve(import.meta.dir, "../node_modules");

const platform = `${process.platform === "win32" ? "win" : process.platform}-${process.arch}`;

/** Other platforms that the package must run on; exact, because they are installed in every run. */
const RUNTIMES = {
  node18: `npm:node-${platform}@18.20.8`,
  node22: `npm:node-${platform}@22.23.3`,
  deno: "2.9.6",
};

/** The package as others get it. */
export interface PackedSdk {
  readonly tarball: string;
  /** A project in which it is installed, with the platforms and the libraries that it works beside. */
  readonly project: string;
  /** The program of a platform. */
  readonly programs: Readonly<Record<keyof typeof RUNTIMES, string>>;
  remove(): Promise<void>;
}

/** Builds and packs the client, and installs it in a project that knows nothing of this repository. */
export async function packSdk(): Promise<PackedSdk> {
  const folder = await mkdtemp(join(tmpdir(), "quarry-package-"));
  const remove = () => rm(folder, { recursive: true, force: true });
  try {
    await runWell([process.execPath, "pm", "pack", "--destination", folder], {
      cwd: join(REPOSITORY, "sdk"),
    });
    const { version } = await Bun.file(join(REPOSITORY, "sdk/package.json")).json();
    const tarball = join(folder, `quarry-sdk-${version}.tgz`);
    const { workspaces } = await Bun.file(join(REPOSITORY, "package.json")).json();
    const fromCatalog = (...names: string[]) =>
      Object.fromEntries(names.map((name) => [name, workspaces.catalog[name]]));
    const project = join(folder, "project");
    const dependencies = {
      "@quarry/sdk": `file:${tarball}`,
      ...fromCatalog("@langchain/core", "@sinclair/typebox", "ai", "typescript"),
      ...RUNTIMES,
    };
    const description = { name: "consumer", private: true, type: "module", dependencies };
    await Bun.write(join(project, "package.json"), JSON.stringify(description, null, 2));
    await runWell([process.execPath, "install", "--no-progress"], { cwd: project });
    await cp(join(import.meta.dir, "consumer"), join(project, "src"), { recursive: true });
    const installed = join(project, "node_modules");
    const deno = `@deno/${platform}${process.platform === "linux" ? "-glibc" : ""}/deno`;
    const programs = {
      node18: join(installed, "node18/bin/node"),
      node22: join(installed, "node22/bin/node"),
      deno: join(installed, deno),
    };
    return { tarball, project, programs, remove };
  } catch (problem) {
    await remove();
    throw problem;
  }
}
