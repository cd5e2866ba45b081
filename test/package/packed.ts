import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { runWell } from "./run.ts";

const REPOSITORY = resolve(import.meta.dir, "../..");

/** Where the tests' own tools are installed. */
export const TOOLS = resolve(import.meta.dir, "../node_modules");

/** This machine, as packages of programs are called after it. */
export const PLATFORM = `${process.platform === "win32" ? "win" : process.platform}-${process.arch}`;

/** Other platforms that the package must run on; exact, because they are installed in every run. */
const RUNTIMES = {
  node18: `npm:node-${PLATFORM}@18.20.8`,
  node22: `npm:node-${PLATFORM}@22.23.3`,
  deno: "2.9.6",
  workerd: "1.20261117.1",
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

/** Builds and packs one of the packages, and answers where the tarball is. */
export async function packPackage(path: string, folder: string): Promise<string> {
  const cwd = join(REPOSITORY, path);
  await runWell([process.execPath, "pm", "pack", "--destination", folder], { cwd });
  const { name, version } = await Bun.file(join(cwd, "package.json")).json();
  return join(folder, `${name.replace("@", "").replace("/", "-")}-${version}.tgz`);
}

/**
 * A project that knows nothing of this repository, with these packages in it. What is only packed and not published yet is
 * overridden, so that packages find each other.
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

/** Builds and packs the client, and installs it in a project that knows nothing of this repository. */
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
      // Its package of a platform is called after the number of bits.
      workerd: join(installed, `@cloudflare/workerd-${PLATFORM.replace("x64", "64")}/bin/workerd`),
    };
    return { tarball, project, programs, remove };
  } catch (problem) {
    await remove();
    throw problem;
  }
}
