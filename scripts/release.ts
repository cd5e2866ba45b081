import { mkdir, readdir } from "node:fs/promises";
import { join, resolve } from "node:path";

/**
 * Prepares a release.
 *
 *     bun scripts/release.ts version 0.2.0   sets the version of every package and dates the changelog's entry
 *     bun scripts/release.ts pack            packs the published packages and the release notes into dist/
 *
 * `--root FOLDER` works on another checkout.
 */
const USAGE = "Usage: bun scripts/release.ts version X.Y.Z | pack [--root FOLDER]";
const PACKAGE_FOLDERS = ["packages", "adapters"];

interface Manifest {
  readonly name: string;
  readonly private?: boolean;
  readonly files?: readonly string[];
  version: string;
}

async function packageFolders(root: string): Promise<string[]> {
  const nested = await Promise.all(
    PACKAGE_FOLDERS.map(async (group) =>
      (await readdir(join(root, group), { withFileTypes: true }))
        .filter((entry) => entry.isDirectory())
        .map(({ name }) => join(root, group, name)),
    ),
  );
  const folders = [root, join(root, "server"), join(root, "sdk"), join(root, "test"), ...nested.flat()];
  const exist = await Promise.all(folders.map((folder) => Bun.file(join(folder, "package.json")).exists()));
  return folders.filter((_, index) => exist[index]);
}

const readManifest = (folder: string): Promise<Manifest> => Bun.file(join(folder, "package.json")).json();

/** Sets the version everywhere and turns the changelog's "Unreleased" into the version's entry. */
async function setVersion(root: string, version: string): Promise<void> {
  if (!/^\d+\.\d+\.\d+$/.test(version)) throw new Error(`"${version}" is not a version like 1.2.3.`);
  const changelogFile = Bun.file(join(root, "CHANGELOG.md"));
  const changelog = await changelogFile.text();
  const notes = notesOf(changelog, "Unreleased");
  if (notes === "")
    throw new Error("CHANGELOG.md has nothing under Unreleased. Describe the release there first.");
  for (const folder of await packageFolders(root)) {
    const path = join(folder, "package.json");
    const text = await Bun.file(path).text();
    await Bun.write(path, text.replace(/^( {2}"version": ")[^"]+(")/m, `$1${version}$2`));
  }
  const today = new Date().toISOString().slice(0, 10);
  await Bun.write(
    changelogFile,
    changelog.replace("## Unreleased\n", `## Unreleased\n\n## ${version} - ${today}\n`),
  );
  console.log(`Version ${version} is set. Review the diff, run npm test, commit, and tag it v${version}.`);
}

/** The changelog's text under a heading, without the heading. */
function notesOf(changelog: string, heading: string): string {
  const sections = changelog.split(/^## /m);
  const section = sections.find((text) => text.startsWith(heading));
  return section === undefined ? "" : section.slice(section.indexOf("\n") + 1).trim();
}

/** Packs each published package that declares its files. */
async function pack(root: string): Promise<void> {
  const destination = join(root, "dist");
  await mkdir(destination, { recursive: true });
  const { version } = await readManifest(root);
  const notes = notesOf(await Bun.file(join(root, "CHANGELOG.md")).text(), version);
  await Bun.write(join(destination, "NOTES.md"), `${notes || `Quarry ${version}`}\n`);
  for (const folder of await packageFolders(root)) {
    const manifest = await readManifest(folder);
    if (manifest.private !== false || manifest.files === undefined) continue;
    const { exitCode, stderr } = Bun.spawnSync(
      [process.execPath, "pm", "pack", "--destination", destination],
      {
        cwd: folder,
      },
    );
    if (exitCode !== 0) throw new Error(`Packing ${manifest.name} failed:\n${stderr.toString()}`);
    console.log(`packed ${manifest.name}@${manifest.version}`);
  }
}

async function main(args: readonly string[]): Promise<void> {
  const at = args.indexOf("--root");
  const root = resolve(at === -1 ? join(import.meta.dir, "..") : (args[at + 1] ?? ""));
  const [command, version] = at === -1 ? args : args.toSpliced(at, 2);
  if (command === "version" && version !== undefined) return setVersion(root, version);
  if (command === "pack" && version === undefined) return pack(root);
  throw new Error(USAGE);
}

await main(process.argv.slice(2)).catch((error: Error) => {
  console.error(error.message);
  process.exitCode = 1;
});
