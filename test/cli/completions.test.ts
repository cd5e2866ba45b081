import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { runQuarry } from "../support/quarry-command.ts";
import { hasShell } from "../support/shells.ts";

const LIMIT_MS = 20_000;
const ZSH_SCRIPT = resolve(import.meta.dir, "shells/complete.zsh");

const BASH_SCRIPT = `source "$1"; COMP_WORDS=("\${@:2}"); COMP_CWORD=$(($# - 2)); _quarry; printf '%s\\n' "\${COMPREPLY[@]}"`;
const FISH_SCRIPT = "source $argv[1]; complete -C $argv[2]";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "quarry-completions-"));
  await mkdir(join(folder, "here"));
  await mkdir(join(folder, "zsh"));
  // The scripts ask the command for the spaces; commands.test.ts has what it answers.
  await mkdir(join(folder, "bin"));
  const spaces = '#!/bin/sh\n[ "$*" = "complete spaces" ] && printf "sea-birds\\nzoo\\n"\n';
  await writeFile(join(folder, "bin/quarry"), spaces, { mode: 0o755 });
  await writeFile(join(folder, "here/notes.md"), "");
  for (const [shell, file] of [
    ["bash", "quarry.bash"],
    ["zsh", "zsh/_quarry"],
    ["fish", "quarry.fish"],
  ] as const)
    await writeFile(join(folder, file), (await runQuarry(["completions", shell])).stdout);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Runs a shell in a folder with one file and returns its output lines. */
async function runShell(...command: string[]): Promise<string[]> {
  const child = Bun.spawn(command, {
    cwd: join(folder, "here"),
    env: {
      ...process.env,
      PATH: `${folder}/bin:${process.env.PATH}`,
      HOME: folder,
      XDG_CONFIG_HOME: folder,
      XDG_DATA_HOME: folder,
      TERM: "xterm",
    },
    ...{ stdin: "ignore", stdout: "pipe", stderr: "pipe", timeout: LIMIT_MS, killSignal: "SIGKILL" },
  });
  const [stdout, stderr] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ]);
  expect({ code: await child.exited, stderr }).toEqual({ code: 0, stderr: "" });
  return stdout.split("\n").filter((line) => line !== "");
}

/** The completions that each shell offers at the end of a line. */
const COMPLETIONS: Record<string, (line: string) => Promise<string[]>> = {
  bash: (line) =>
    runShell("bash", "-c", BASH_SCRIPT, "bash", join(folder, "quarry.bash"), ...line.split(" ")),
  zsh: (line) => runShell("zsh", "-f", ZSH_SCRIPT, join(folder, "zsh/_quarry"), line),
  // fish prints a description after each completion.
  fish: async (line) =>
    (await runShell("fish", "--no-config", "-c", FISH_SCRIPT, join(folder, "quarry.fish"), line)).map(
      (text) => text.replace(/\t.*/, ""),
    ),
};

/** bash completes filenames itself if the script offers nothing. */
const filesOf = (shell: string): string[] => (shell === "bash" ? [] : ["notes.md"]);

for (const [shell, complete] of Object.entries(COMPLETIONS))
  describe.skipIf(!hasShell(shell))(`${shell} completes`, () => {
    test("commands as the first word", async () => {
      expect(await complete("quarry sp")).toEqual(["spaces"]);
      const all = await complete("quarry ");
      expect(all).toEqual(expect.arrayContaining(["up", "upload", "doctor", "completions"]));
      expect(all).not.toContain("notes.md");
      expect((await complete("quarry --")).sort()).toEqual(["--help", "--version"]);
    });

    test("subcommands as the second word", async () => {
      expect((await complete("quarry spaces ")).sort()).toEqual([
        ...["archive", "create", "delete", "list", "restore"],
      ]);
      expect(await complete("quarry spaces de")).toEqual(["delete"]);
      expect((await complete("quarry completions ")).sort()).toEqual(["bash", "fish", "zsh"]);
      expect(await complete("quarry spaces create pu")).toEqual([]);
    });

    test("only the options of the command", async () => {
      expect(await complete("quarry upload --pr")).toEqual(["--prune"]);
      expect(await complete("quarry eval handbook --u")).toEqual(["--url"]);
      // Here "upload" is an argument, not the command.
      expect(await complete("quarry query upload --pr")).toEqual([]);
    });

    test("values: known ones, and the spaces of the server", async () => {
      expect((await complete("quarry query x --mode ")).sort()).toEqual(["hybrid", "lexical", "vector"]);
      expect(await complete("quarry upload docs --space sea-")).toEqual(["sea-birds"]);
      expect((await complete("quarry spaces archive ")).sort()).toEqual(["sea-birds", "zoo"]);
      expect(await complete("quarry export z")).toEqual(["zoo"]);
    });

    test("filenames as other words", async () => {
      expect(await complete("quarry upload no")).toEqual(filesOf(shell));
      expect(await complete("quarry upload ")).toEqual(filesOf(shell));
    });
  });

test.skipIf(!hasShell("zsh"))("the zsh script can also be sourced", async () => {
  const script = 'compdef() { print "$@" }; source "$1"';
  expect(await runShell("zsh", "-f", "-c", script, "zsh", join(folder, "zsh/_quarry"))).toEqual([
    "_quarry quarry",
  ]);
});
