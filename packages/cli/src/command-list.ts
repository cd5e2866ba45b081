import type { Command, ListedCommand } from "./options/command-definition.ts";

interface CommandEntry {
  /** One line for the list of commands; undefined for a command that only scripts call. */
  readonly summary: string | undefined;
  /** Imports the command. Lazy, so that `quarry --help` does not load the SDK and every command. */
  load(): Promise<Command>;
}

/** The commands of `quarry`. To add one, write a file in `commands/` and add an entry here. */
export const COMMANDS: Readonly<Record<string, CommandEntry>> = {
  up: {
    summary: "Start a server",
    load: async () => (await import("./commands/up.ts")).upCommand,
  },
  login: {
    summary: "Save a server URL and an API key",
    load: async () => (await import("./commands/login.ts")).loginCommand,
  },
  logout: {
    summary: "Delete the saved URL and API key",
    load: async () => (await import("./commands/logout.ts")).logoutCommand,
  },
  spaces: {
    summary: "List, create, archive, restore and delete spaces",
    load: async () => (await import("./commands/spaces.ts")).spacesCommand,
  },
  upload: {
    summary: "Upload files and folders to a space and keep them in sync",
    load: async () => (await import("./commands/upload.ts")).uploadCommand,
  },
  documents: {
    summary: "List, show, delete, process again and tag documents",
    load: async () => (await import("./commands/documents.ts")).documentsCommand,
  },
  read: {
    summary: "Show what the service reads in a file, without storing it",
    load: async () => (await import("./commands/read.ts")).readCommand,
  },
  query: {
    summary: "Search one or more spaces",
    load: async () => (await import("./commands/query.ts")).queryCommand,
  },
  ask: {
    summary: "Find the relevant spaces and search them",
    load: async () => (await import("./commands/ask.ts")).askCommand,
  },
  eval: {
    summary: "Measure search quality with golden queries",
    load: async () => (await import("./commands/eval.ts")).evalCommand,
  },
  export: {
    summary: "Export a space to an archive",
    load: async () => (await import("./commands/export.ts")).exportCommand,
  },
  import: {
    summary: "Import an archive as a new space",
    load: async () => (await import("./commands/import.ts")).importCommand,
  },
  logs: {
    summary: "Show events as they happen",
    load: async () => (await import("./commands/logs.ts")).logsCommand,
  },
  questions: {
    summary: "Show which questions were asked, and which had no good answer",
    load: async () => (await import("./commands/questions.ts")).questionsCommand,
  },
  usage: {
    summary: "Show the calls, documents and stored bytes of each day",
    load: async () => (await import("./commands/usage.ts")).usageCommand,
  },
  keys: {
    summary: "List, create, rotate and delete API keys",
    load: async () => (await import("./commands/keys.ts")).keysCommand,
  },
  doctor: {
    summary: "Check the connection, the API key and its permissions",
    load: async () => (await import("./commands/doctor.ts")).doctorCommand,
  },
  complete: {
    summary: undefined,
    load: async () => (await import("./commands/complete.ts")).completeCommand,
  },
  completions: {
    summary: "Print a completion script for bash, zsh or fish",
    load: async () => (await import("./commands/completions.ts")).createCompletionsCommand(loadAllCommands),
  },
};

/** Imports a command by name; undefined if there is no such command. */
export async function loadCommand(name: string | undefined): Promise<Command | undefined> {
  return name !== undefined && Object.hasOwn(COMMANDS, name) ? COMMANDS[name]?.load() : undefined;
}

async function loadAllCommands(): Promise<Readonly<Record<string, ListedCommand>>> {
  const loaded = Object.entries(COMMANDS).flatMap(([name, { summary, load }]) =>
    summary === undefined ? [] : [load().then((command) => [name, { ...command, summary }] as const)],
  );
  return Object.fromEntries(await Promise.all(loaded));
}
