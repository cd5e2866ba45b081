import { extname } from "node:path";
import { withoutRepeatedLines } from "./repeated-lines.ts";

/** A program that reads files of some kinds, if it is installed. */
interface Reader {
  readonly program: string;
  readonly extensions: readonly string[];
  command(path: string): readonly string[];
}

const PANDOC: Readonly<Record<string, string>> = {
  ".docx": "docx",
  ".odt": "odt",
  ".epub": "epub",
  ".rtf": "rtf",
  ".html": "html",
  ".htm": "html",
  ".xhtml": "html",
};

const READERS: readonly Reader[] = [
  {
    program: "pdftotext",
    extensions: [".pdf"],
    command: (path) => ["pdftotext", "-q", "-enc", "UTF-8", path, "-"],
  },
  {
    program: "pandoc",
    extensions: Object.keys(PANDOC),
    command: (path) => [
      ...["pandoc", "--wrap=none", "-t", "plain", "-f", PANDOC[kindOf(path)] as string, path],
    ],
  },
  {
    program: "xlsx2csv",
    extensions: [".xlsx"],
    command: (path) => ["xlsx2csv", "--all", "--sheetdelimiter", "", path],
  },
];

const PLAIN = new Set([".txt", ".csv", ".tsv", ".md", ".json", ".log"]);
const TIMEOUT_MS = 60_000;

/** The kind of a file: its extension in lower case. */
export function kindOf(path: string): string {
  return extname(path).toLowerCase();
}

/** The programs that are not installed. */
export function missingReaders(): string[] {
  return READERS.map(({ program }) => program).filter((program) => Bun.which(program) === null);
}

/**
 * Reads a file with another program, or directly when it is text in UTF-8. Headers that the pages of a PDF repeat count once. Undefined when nothing here can read it, or the
 * other program fails.
 */
export async function referenceText(path: string): Promise<string | undefined> {
  const kind = kindOf(path);
  if (PLAIN.has(kind)) return decoded(await Bun.file(path).bytes());
  const reader = READERS.find(({ extensions }) => extensions.includes(kind));
  if (!reader || Bun.which(reader.program) === null) return undefined;
  const child = Bun.spawn([...reader.command(path)], {
    ...{ stdin: "ignore", stdout: "pipe", stderr: "ignore", timeout: TIMEOUT_MS },
  });
  const [text, code] = [await new Response(child.stdout).text(), await child.exited];
  if (code !== 0) return undefined;
  return kind === ".pdf" ? withoutRepeatedLines(text) : text;
}

function decoded(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
