/** One command of `quarry`: a file in commands/ and a line in command.ts. */
export interface Command {
  /** One line for the list of commands. */
  readonly summary: string;
  /** What `--help` says. Every option stands there at the beginning of a line, where completions find it. */
  readonly usage: string;
  /** What may stand first after the command's name. */
  readonly actions?: readonly string[];
  /** Answers the exit code: 0, or 1 when it was done and something in it failed. What throws ends with 2. */
  run(args: readonly string[]): Promise<number>;
}
