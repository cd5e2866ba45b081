import type { Command } from "./command-shape.ts";

/** Shells that a script can be made for. */
export const SHELLS = ["bash", "zsh", "fish"] as const;

type Commands = Readonly<Record<string, Command>>;

/** The completion script of a shell. */
export function completionScript(shell: (typeof SHELLS)[number], commands: Commands): string {
  return { bash, zsh, fish }[shell](commands);
}

/** The options that a usage names: at the beginning of a line, or after another one there. */
function optionsOf({ usage }: Command): string[] {
  const lines = usage.split("\n").filter((line) => line.startsWith("  -"));
  return [...lines.flatMap((line) => line.match(/(?<=^ {2}|, )--[a-z-]+/g) ?? []), "--help"];
}

function wordsOf(command: Command): string {
  return [...(command.actions ?? []), ...optionsOf(command)].join(" ");
}

function bash(commands: Commands): string {
  const cases = Object.entries(commands).map(
    ([name, command]) => `    ${name}) words="${wordsOf(command)}" ;;`,
  );
  return `# bash completion for quarry
_quarry() {
  local current="\${COMP_WORDS[COMP_CWORD]}" words=""
  case "\${COMP_WORDS[1]}" in
${cases.join("\n")}
  esac
  if [ "$COMP_CWORD" -eq 1 ]; then words="${Object.keys(commands).join(" ")} --help --version"; fi
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _quarry quarry`;
}

function zsh(commands: Commands): string {
  const cases = Object.entries(commands).map(
    ([name, command]) => `    ${name}) offered=(${wordsOf(command)}) ;;`,
  );
  const names = Object.entries(commands).map(([name, { summary }]) => `    "${name}:${summary}"`);
  return `#compdef quarry
_quarry() {
  local -a commands offered
  commands=(
${names.join("\n")}
  )
  if (( CURRENT == 2 )); then
    _describe command commands
    return
  fi
  case "\${words[2]}" in
${cases.join("\n")}
  esac
  compadd -- $offered
  _files
}
# Loaded as a file of fpath it is the completion itself; sourced, it announces it.
if [ "\${funcstack[1]}" = _quarry ]; then _quarry "$@"; else compdef _quarry quarry; fi`;
}

function fish(commands: Commands): string {
  const lines = Object.entries(commands).flatMap(([name, command]) => [
    `complete -c quarry -n __fish_use_subcommand -a ${name} -d "${command.summary}"`,
    ...(command.actions ?? []).map(
      (action) => `complete -c quarry -n "__fish_seen_subcommand_from ${name}" -a ${action}`,
    ),
    ...optionsOf(command).map(
      (option) => `complete -c quarry -n "__fish_seen_subcommand_from ${name}" -l ${option.slice(2)}`,
    ),
  ]);
  return ["# fish completion for quarry", ...lines].join("\n");
}
