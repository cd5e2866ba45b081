/**
 * Fails on words that make comments, messages and documentation hard to read, with what to write instead:
 * `bun scripts/check-words.ts`, part of `bun run check`. Arguments are files; without any, all tracked files are read.
 */

const FORBIDDEN: readonly (readonly [RegExp, string])[] = [
  [/\bwho(m)?ever\b/gi, "name the caller, process or reader"],
  [/\b(what|which|wher)ever\b/gi, 'say which, or write "any" or "regardless of"'],
  [/\b(no|some|any|every)body\b/gi, 'name the person or process, or write "no one", "someone"'],
  [/\banew\b/gi, '"again" or "from scratch"'],
  [/\bof which\b/gi, "start a new sentence"],
  [/\b(those|that) (that|of)\b(?! (course|the form)\b)/gi, "repeat the noun"],
  [/\b(is|are) (told|said)\b/gi, 'say who reports it: "receives", "reports", "logs"'],
  [/\b(hears|learns) (of|about|from)\b/gi, '"receives", "detects"'],
  [/\bas it stands\b/gi, '"current", "unchanged"'],
  [/\blets? go\b/gi, '"releases"'],
  [/\bmend(s|ed|ing)?\b/gi, '"repair", "fix"'],
  [/\bbe had\b/gi, '"available"'],
  [/\b(seldom|lest|hence|upon|thereof|whereof|whereupon)\b/gi, "use the plain word"],
];

/** Files whose words are data: stop lists, generated code, this list and its test. */
const EXEMPT =
  /stop-words|^(scripts|test)\/check-words(\.test)?\.ts$|^test\/package\/generated\/|^patches\/|^server\/(migrations|guide)\/|(^|\/)bun\.lock$/;

/** Words that a file needs as data: `nobody` is the name of a system user. */
const ALLOWED: ReadonlyMap<string, string> = new Map([
  ["server/src/platform/database/embedded/process-user.ts", "nobody"],
]);

/** A forbidden word and where it stands. */
export interface Finding {
  /** 1-based. */
  readonly line: number;
  readonly word: string;
  readonly instead: string;
}

/** Finds the forbidden words of a text. */
export function findWords(text: string): Finding[] {
  return text
    .split("\n")
    .flatMap((line, index) =>
      FORBIDDEN.flatMap(([pattern, instead]) =>
        [...line.matchAll(pattern)].map(([word]) => ({ line: index + 1, word, instead })),
      ),
    );
}

async function main(paths: readonly string[]): Promise<void> {
  const tracked = () => {
    const { stdout } = Bun.spawnSync(["git", "ls-files", "*.ts", "*.tsx", "*.md", "*.yml", "*.sh", "*.txt"]);
    return stdout.toString().split("\n").filter(Boolean);
  };
  let count = 0;
  for (const path of paths.length > 0 ? paths : tracked()) {
    if (EXEMPT.test(path)) continue;
    for (const { line, word, instead } of findWords(await Bun.file(path).text())) {
      if (ALLOWED.get(path) === word) continue;
      console.error(`${path}:${line}: "${word}": ${instead}`);
      count += 1;
    }
  }
  if (count > 0) console.error(`${count} words that CONTRIBUTING.md asks to avoid.`);
  process.exitCode = count > 0 ? 1 : 0;
}

if (import.meta.main) await main(process.argv.slice(2));
