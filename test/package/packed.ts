import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { runWell } from "./run.ts";

const REPOSITORY = resolve(import.meta.dir, "../..");

/** The folder with the tests' tools. */
export const TOOLS = resolve(import.meta.dir, "../node_modules");

/** This platform, as it appears in package names. */
export const PLATFORM = `${process.platform === "win32" ? "win" : process.platform}-${process.arch}`;

/** Other runtimes that the package must support, in exact versions. */
const RUNTIMES = {
  node18: `npm:node-${PLATFORM}@18.20.8`,
  node22: `npm:node-${PLATFORM}@22.23.3`,
  deno: "2.9.6",
  workerd: "1.20261117.1",
};

/** The packed SDK, installed in a project. */
export interface PackedSdk {
  readonly tarball: string;
  /** A project with the package, the runtimes and the libraries of the integrations. */
  readonly project: string;
  /** The executables of the runtimes. */
  readonly programs: Readonly<Record<keyof typeof RUNTIMES, string>>;
  remove(): Promise<void>;
}

/** Builds and packs a package and returns the path of the tarball. */
export async function packPackage(path: string, folder: string): Promise<string> {
  const cwd = join(REPOSITORY, path);
  await runWell([process.execPath, "pm", "pack", "--destination", folder], { cwd });
  const { name, version } = await Bun.file(join(cwd, "package.json")).json();
  return join(folder, `${name.replace("@", "").replace("/", "-")}-${version}.tgz`);
}

/**
 * Creates a project outside this repository and installs packages in it. `overrides` maps packages that are not published
 * yet to their tarballs, so that packages find each other.
 */
export async function installProject(
  project: string,
  dependencies: Readonly<Record<string, string>>,
  overrides: Readonly<Record<string, string>> = {},
): Promise<void> {
  const description = { name: "consumer", private: true, type: "module", dependencies, overrides };
  await Bun.write(join(project, "package.json"), JSON.stringify(description, null, 2));
  await runWell([process.execPath, "install", "--no-progress"], { cwd: project });
}

/** Builds and packs the SDK and installs it in a project outside this repository. */
export async function packSdk(): Promise<PackedSdk> {
  const folder = await mkdtemp(join(tmpdir(), "quarry-package-"));
  const remove = () => rm(folder, { recursive: true, force: true });
  try {
    const tarball = await packPackage("sdk", folder);
    const { workspaces } = await Bun.file(join(REPOSITORY, "package.json")).json();
    const fromCatalog = (...names: string[]) =>
      Object.fromEntries(names.map((name) => [name, workspaces.catalog[name]]));
    const project = join(folder, "project");
    await installProject(project, {
      "@quarry/sdk": `file:${tarball}`,
      ...fromCatalog("@langchain/core", "@sinclair/typebox", "ai", "typescript"),
      ...RUNTIMES,
    });
    await cp(join(import.meta.dir, "consumer"), join(project, "src"), { recursive: true });
    const installed = join(project, "node_modules");
    const deno = `@deno/${PLATFORM}${process.platform === "linux" ? "-glibc" : ""}/deno`;
    const programs = {
      node18: join(installed, "node18/bin/node"),
      node22: join(installed, "node22/bin/node"),
      deno: join(installed, deno),
      // Its platform packages are named "64" instead of "x64".
      workerd: join(installed, `@cloudflare/workerd-${PLATFORM.replace("x64", "64")}/bin/workerd`),
    };
    return { tarball, project, programs, remove };
  } catch (problem) {
    await remove();
    throw problem;
  }
}
