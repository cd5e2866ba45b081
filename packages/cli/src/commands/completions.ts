import type { Command } from "../command-shape.ts";
import { completionScript, SHELLS } from "../completion-script.ts";
import { optionReader } from "../option-reader.ts";

const USAGE = `Usage: quarry completions bash|zsh|fish

Prints a script that lets the shell complete the names of commands and options.

Examples:
  quarry completions bash > ~/.local/share/bash-completion/completions/quarry
  quarry completions zsh > ~/.zfunc/_quarry        # a folder of fpath
  quarry completions fish > ~/.config/fish/completions/quarry.fish`;

/** `quarry completions`: what the commands are called, for shells. */
export function createCompletionsCommand(commands: () => Readonly<Record<string, Command>>): Command {
  const { fail, read, choice } = optionReader(USAGE);
  return {
    summary: "print a completion script for bash, zsh or fish",
    usage: USAGE,
    actions: SHELLS,
    async run(args) {
      const [name, ...rest] = read(args, {}).positionals;
      const shell = choice("The shell", name, SHELLS);
      if (shell === undefined || rest.length > 0) return fail("Name one shell: bash, zsh or fish.");
      console.log(completionScript(shell, commands()));
      return 0;
    },
  };
}
