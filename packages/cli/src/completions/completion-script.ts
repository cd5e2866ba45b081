import type { Command, ListedCommand } from "../options/command-definition.ts";

/** The supported shells. */
export const SHELLS = ["bash", "zsh", "fish"] as const;

type Commands = Readonly<Record<string, ListedCommand>>;

/** Prints the slugs of the spaces. Without a server or a key it prints nothing. */
const SPACES = "quarry complete spaces 2>/dev/null";

/** Generates the completion script of a shell. */
export function completionScript(shell: (typeof SHELLS)[number], commands: Commands): string {
  return { bash, zsh, fish }[shell](commands);
}

/** The options in a usage text: at the beginning of a line, or after another option and a comma. */
function optionsOf({ usage }: Command): string[] {
  const lines = usage.split("\n").filter((line) => line.startsWith("  -"));
  return [...lines.flatMap((line) => line.match(/(?<=^ {2}|, )--[a-z-]+/g) ?? []), "--help"];
}

/** The values of a command by the word before them, as an expression of bash or zsh. */
function valueCases({ values = {} }: Command, assign: (values: string) => string): string[] {
  return Object.entries(values).map(
    ([word, known]) => `        ${word}) ${assign(known === "spaces" ? `$(${SPACES})` : known.join(" "))} ;;`,
  );
}

/** Quotes a string for bash and zsh. */
const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

function bash(commands: Commands): string {
  const cases = Object.entries(commands).flatMap(([name, command]) => [
    `    ${name}) actions="${command.actions?.join(" ") ?? ""}" options="${optionsOf(command).join(" ")}"`,
    '      case "$previous" in',
    ...valueCases(command, (values) => `values="${values}"`),
    "      esac ;;",
  ]);
  return `# bash completion for quarry
_quarry() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}" words="" actions="" options="" values=""
  case "\${COMP_WORDS[1]}" in
${cases.join("\n")}
  esac
  if [ "$COMP_CWORD" -eq 1 ]; then words="${Object.keys(commands).join(" ")} --help --version"
  elif [[ "$current" == -* ]]; then words="$options"
  elif [ -n "$values" ]; then words="$values"
  elif [ "$COMP_CWORD" -eq 2 ]; then words="$actions"; fi
  # Without words, bash completes filenames.
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _quarry quarry`;
}

function zsh(commands: Commands): string {
  const cases = Object.entries(commands).flatMap(([name, command]) => [
    `    ${name}) actions=(${command.actions?.join(" ") ?? ""}) options=(${optionsOf(command).join(" ")})`,
    '      case "$previous" in',
    // Words of an unquoted substitution are split at blanks and lines.
    ...valueCases(command, (values) => `values=(${values})`),
    "      esac ;;",
  ]);
  const names = Object.entries(commands).map(([name, { summary }]) => `    ${quoted(`${name}:${summary}`)}`);
  return `#compdef quarry
_quarry() {
  local -a names actions options values
  local previous="\${words[CURRENT-1]}"
  names=(
${names.join("\n")}
  )
  options=(--help --version)
  if (( CURRENT > 2 )); then
    case "\${words[2]}" in
${cases.join("\n")}
    esac
  fi
  if [[ "$PREFIX" == -* ]]; then compadd -- $options
  elif (( CURRENT == 2 )); then _describe command names
  elif (( $#values )); then compadd -- $values
  elif (( CURRENT == 3 && $#actions )); then compadd -- $actions
  else _files; fi
}
# As a file in fpath, this is the completion function itself. When sourced, it registers the function.
if [ "\${funcstack[1]}" = _quarry ]; then _quarry "$@"; else compdef _quarry quarry; fi`;
}

function fish(commands: Commands): string {
  const lines = Object.entries(commands).flatMap(([name, command]) => [
    `complete -c quarry -n "__quarry_at 1" -a ${name} -d ${fishQuoted(command.summary)}`,
    ...(command.actions ? [`complete -c quarry -n "__quarry_at 2 ${name}" -f`] : []),
    ...(command.actions ?? []).map((action) => `complete -c quarry -n "__quarry_at 2 ${name}" -a ${action}`),
    ...optionsOf(command).map(
      (option) =>
        `complete -c quarry -n "__quarry_in ${name}" -l ${option.slice(2)}${fishValues(command, option)}`,
    ),
    ...Object.keys(command.values ?? {}).flatMap((word) =>
      word.startsWith("-")
        ? []
        : [`complete -c quarry -n "__quarry_after ${name} ${word}"${fishValues(command, word)}`],
    ),
  ]);
  return `# fish completion for quarry
# Succeeds if the command line is for this command.
function __quarry_in
  set -l words (commandline -opc)
  test (count $words) -gt 1; and test "$words[2]" = "$argv[1]"
end
# Succeeds if the command line has this many words and, if given, is for this command.
function __quarry_at
  test (count (commandline -opc)) -eq "$argv[1]"; or return
  test (count $argv) -eq 1; or __quarry_in "$argv[2]"
end
# Succeeds if the command line is for this command and its last complete word is this one.
function __quarry_after
  set -l words (commandline -opc)
  __quarry_in "$argv[1]"; and test "$words[-1]" = "$argv[2]"
end
complete -c quarry -n "__quarry_at 1" -f
complete -c quarry -n "__quarry_at 1" -l help
complete -c quarry -n "__quarry_at 1" -l version
${lines.join("\n")}`;
}

/** The values behind an option or a word, instead of filenames. */
function fishValues({ values }: Command, word: string): string {
  const known = values?.[word];
  if (known === undefined) return "";
  const list = known === "spaces" ? `(${SPACES})` : known.join(" ");
  return ` ${word.startsWith("-") ? "-x" : "-f"} -a ${fishQuoted(list)}`;
}

/** Quotes a string for fish, which interprets backslashes within quotes. */
const fishQuoted = (text: string): string => `'${text.replaceAll(/[\\']/g, "\\$&")}'`;
