import { completionScript, SHELLS } from "../completions/completion-script.ts";
import type { Command, ListedCommand } from "../options/command-definition.ts";
import { optionReader } from "../options/option-reader.ts";

const USAGE = `Usage: quarry completions bash|zsh|fish

Prints a script that makes the shell complete commands and options.

Examples:
  quarry completions bash > ~/.local/share/bash-completion/completions/quarry
  quarry completions zsh > ~/.zfunc/_quarry        # a folder in fpath
  quarry completions fish > ~/.config/fish/completions/quarry.fish`;

/** `quarry completions`: prints a completion script. */
export function createCompletionsCommand(
  loadCommands: () => Promise<Readonly<Record<string, ListedCommand>>>,
): Command {
  const { fail, read, choice } = optionReader(USAGE);
  return {
    usage: USAGE,
    actions: SHELLS,
    async run(args) {
      const [name, ...rest] = read(args, {}).positionals;
      const shell = choice("The shell", name, SHELLS);
      if (shell === undefined || rest.length > 0) return fail("Specify one shell: bash, zsh or fish.");
      console.log(completionScript(shell, await loadCommands()));
      return 0;
    },
  };
}
