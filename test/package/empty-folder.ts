import { mkdir, readFile, writeFile } from "node:fs/promises";
import { basename, delimiter, dirname, join, resolve } from "node:path";
import { run } from "./run.ts";

/** What a newcomer has: Node, the packages as tarballs, a server and a key. */
export interface Newcomer {
  /** An empty folder outside this repository. */
  readonly folder: string;
  /** The folder with the tarballs; the commands name them by a relative path. */
  readonly tarballs: { readonly command: string; readonly sdk: string };
  /** Node, which is alone in the PATH with npm and the system's programs. */
  readonly node: string;
  readonly url: string;
  readonly key: string;
}

/** A command, what it printed, and how long it took. */
export interface Step {
  readonly command: string;
  readonly output: string;
  readonly code: number;
  readonly seconds: number;
}

/** The example of the README as it is pasted, except for the address of the server. */
async function readmeExample(url: string): Promise<string> {
  const text = await readFile(resolve(import.meta.dir, "../../README.md"), "utf8");
  const [, example = ""] = /^```ts\n([\s\S]*?)^```$/m.exec(text) ?? [];
  return example.replaceAll("http://127.0.0.1:7400", url);
}

/** The steps from an empty folder to an answer, first by the command, then by the SDK. */
const stepsOf = (command: string, sdk: string): readonly (readonly string[])[] => [
  ["node", "--version"],
  ["sh", "-c", "command -v bun || echo no bun"],
  ["npx", "--yes", command, "--version"],
  ["npx", "--yes", command, "spaces", "create", "House rules"],
  ["npx", "--yes", command, "upload", "docs", "--space", "house-rules"],
  ["npx", "--yes", command, "ask", "How many days of leave?"],
  ["npm", "install", "--no-audit", "--no-fund", command, sdk],
  ["node", "ask.mjs"],
  ["node_modules/.bin/quarry", "--version"],
  ["node_modules/.bin/quarry", "spaces", "list"],
];

/** The environment of the steps: this Node, npm and the system's programs, and no other setting. */
export function environment({ node, url, key, folder }: Newcomer): Record<string, string> {
  const path = [dirname(node), dirname(Bun.which("npx") ?? ""), "/usr/bin", "/bin"];
  return { PATH: path.join(delimiter), XDG_CONFIG_HOME: folder, QUARRY_URL: url, QUARRY_API_KEY: key };
}

/** Walks from an empty folder to answers. `print` gets each step as it ends. */
export async function walkFromEmptyFolder(newcomer: Newcomer, print: (step: Step) => void): Promise<Step[]> {
  const { folder, tarballs } = newcomer;
  await mkdir(join(folder, "docs"));
  await writeFile(join(folder, "docs/leave.md"), "Employees have thirty days of leave a year.\n");
  await writeFile(join(folder, "ask.mjs"), await readmeExample(newcomer.url));
  const steps: Step[] = [];
  for (const words of stepsOf(`file:${tarballs.command}`, `file:${tarballs.sdk}`)) {
    const startedAt = performance.now();
    const { code, output } = await run(words, { cwd: folder, env: environment(newcomer) });
    const seconds = (performance.now() - startedAt) / 1000;
    const command = words
      .map((word) => (word.startsWith("file:") ? `./${basename(word)}` : word))
      .map((word) => (/[ ?|]/.test(word) ? `"${word}"` : word))
      .join(" ");
    const step = { command, output, code, seconds };
    steps.push(step);
    print(step);
  }
  return steps;
}
