import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { runQuarry } from "../support/quarry-command.ts";
import { hasShell } from "../support/shells.ts";

const LIMIT_MS = 20_000;
const ASK_ZSH = resolve(import.meta.dir, "shells/complete.zsh");

const ASK_BASH = `source "$1"; COMP_WORDS=("\${@:2}"); COMP_CWORD=$(($# - 2)); _quarry; printf '%s\\n' "\${COMPREPLY[@]}"`;
const ASK_FISH = "source $argv[1]; complete -C $argv[2]";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "quarry-completions-"));
  await mkdir(join(folder, "here"));
  await mkdir(join(folder, "zsh"));
  await writeFile(join(folder, "here/notes.md"), "");
  for (const [shell, file] of [
    ["bash", "quarry.bash"],
    ["zsh", "zsh/_quarry"],
    ["fish", "quarry.fish"],
  ] as const)
    await writeFile(join(folder, file), (await runQuarry(["completions", shell])).stdout);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Runs a shell where there is one file, and answers what it says. */
async function ask(...command: string[]): Promise<string[]> {
  const child = Bun.spawn(command, {
    cwd: join(folder, "here"),
    env: { ...process.env, HOME: folder, XDG_CONFIG_HOME: folder, XDG_DATA_HOME: folder, TERM: "xterm" },
    ...{ stdin: "ignore", stdout: "pipe", stderr: "pipe", timeout: LIMIT_MS, killSignal: "SIGKILL" },
  });
  const [stdout, stderr] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ]);
  expect({ code: await child.exited, stderr }).toEqual({ code: 0, stderr: "" });
  return stdout.split("\n").filter((line) => line !== "");
}

/** What each shell offers at the end of a line. */
const OFFERED: Record<string, (line: string) => Promise<string[]>> = {
  bash: (line) => ask("bash", "-c", ASK_BASH, "bash", join(folder, "quarry.bash"), ...line.split(" ")),
  zsh: (line) => ask("zsh", "-f", ASK_ZSH, join(folder, "zsh/_quarry"), line),
  // After each of them stands what it is for.
  fish: async (line) =>
    (await ask("fish", "--no-config", "-c", ASK_FISH, join(folder, "quarry.fish"), line)).map((text) =>
      text.replace(/\t.*/, ""),
    ),
};

/** bash adds files by itself where the script offers nothing. */
const filesOf = (shell: string): string[] => (shell === "bash" ? [] : ["notes.md"]);

for (const [shell, offered] of Object.entries(OFFERED))
  describe.skipIf(!hasShell(shell))(`${shell} completes`, () => {
    test("commands, where one is named", async () => {
      expect(await offered("quarry sp")).toEqual(["spaces"]);
      const all = await offered("quarry ");
      expect(all).toEqual(expect.arrayContaining(["up", "upload", "doctor", "completions"]));
      expect(all).not.toContain("notes.md");
      expect((await offered("quarry --")).sort()).toEqual(["--help", "--version"]);
    });

    test("what a command does, right after it", async () => {
      expect((await offered("quarry spaces ")).sort()).toEqual([
        ...["archive", "create", "list", "purge", "restore"],
      ]);
      expect(await offered("quarry spaces pu")).toEqual(["purge"]);
      expect((await offered("quarry completions ")).sort()).toEqual(["bash", "fish", "zsh"]);
      expect(await offered("quarry spaces create pu")).toEqual([]);
    });

    test("a command's options, its own alone", async () => {
      expect(await offered("quarry upload --pr")).toEqual(["--prune"]);
      expect(await offered("quarry eval handbook --u")).toEqual(["--url"]);
      // The second word is a space's name here, and no command.
      expect(await offered("quarry query upload --pr")).toEqual([]);
    });

    test("files elsewhere", async () => {
      expect(await offered("quarry upload no")).toEqual(filesOf(shell));
      expect(await offered("quarry upload ")).toEqual(filesOf(shell));
    });
  });

test.skipIf(!hasShell("zsh"))("zsh takes the script by `source` too", async () => {
  const script = 'compdef() { print "$@" }; source "$1"';
  expect(await ask("zsh", "-f", "-c", script, "zsh", join(folder, "zsh/_quarry"))).toEqual([
    "_quarry quarry",
  ]);
});
