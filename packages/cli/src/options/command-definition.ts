/** A command of `quarry`. */
export interface Command {
  /** The text of `--help`. Lines that start with an option are also the source of shell completions. */
  readonly usage: string;
  /** The values of the first argument, if the command has subcommands. */
  readonly actions?: readonly string[];
  /**
   * Values that shells complete, by the word before them: an option, or the command or action before an argument. `spaces`
   * are the slugs of the server's spaces.
   */
  readonly values?: Readonly<Record<string, readonly string[] | "spaces">>;
  /** Runs the command and returns the exit code: 0, or 1 if it completed with failures. Errors exit with 2. */
  run(args: readonly string[]): Promise<number>;
}

/** A command with the line that describes it in the list of commands. */
export interface ListedCommand extends Command {
  readonly summary: string;
}
