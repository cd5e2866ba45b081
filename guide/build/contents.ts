/** A page of the site that is written by hand: its address without the ending, and its source in the repository. */
export interface WrittenPage {
  readonly address: string;
  readonly source: string;
  /** Its name in the navigation, where the heading is too long. */
  readonly name?: string;
}

/** A section of the navigation. `generated` names pages that are made from code and come after the written ones. */
export interface Section {
  readonly title: string;
  readonly pages: readonly WrittenPage[];
  readonly generated?: "operations" | "errors" | "commands";
}

const guide = (address: string, name?: string): WrittenPage => ({
  ...{ address, source: `docs/guide/${address}.md` },
  ...(name === undefined ? {} : { name }),
});

/** The site, in the order of its navigation. A new page takes a line here. */
export const SECTIONS: readonly Section[] = [
  {
    title: "Start",
    pages: [
      guide("index", "What Quarry is"),
      guide("quickstart"),
      guide("tour"),
      guide("concepts"),
      guide("coming-from"),
    ],
  },
  {
    title: "Tasks",
    pages: [
      guide("upload-files"),
      guide("ask"),
      guide("filter", "Filter"),
      guide("several-spaces", "Several spaces"),
      guide("keys-and-permissions"),
      guide("assistants"),
      guide("frameworks"),
      { address: "openai", source: "docs/openai.md", name: "OpenAI's and Dify's API" },
      guide("events"),
      guide("evaluation", "Evaluation"),
      guide("questions", "What was asked"),
      guide("repeating-calls"),
    ],
  },
  {
    title: "Operation",
    pages: [
      guide("production"),
      { address: "operating", source: "docs/operating.md" },
      guide("backup"),
      { address: "deploying", source: "deploy/README.md" },
      { address: "reliability", source: "docs/reliability.md" },
    ],
  },
  {
    title: "Reference",
    pages: [
      { address: "settings", source: "docs/settings.md" },
      { address: "sdk", source: "sdk/README.md", name: "TypeScript SDK" },
      { address: "sdk-methods", source: "sdk/api.md", name: "Methods of the SDK" },
      { address: "command", source: "docs/command-line.md" },
      { address: "reading-files", source: "docs/reading-files.md" },
      { address: "archive-format", source: "docs/archive-format.md" },
      { address: "clients", source: "docs/clients.md" },
    ],
    generated: "commands",
  },
  { title: "Operations of the API", pages: [], generated: "operations" },
  { title: "Errors", pages: [guide("errors", "All errors")], generated: "errors" },
  {
    title: "Background",
    pages: [
      { address: "architecture", source: "docs/architecture.md" },
      { address: "ranking", source: "docs/evaluation/README.md", name: "How well it ranks" },
      { address: "own-store", source: "adapters/README.md", name: "A vector store of your own" },
    ],
  },
];
