import type { Run } from "../results/result.ts";
import type { Recorded } from "../results/result-file.ts";
import { makeTargets } from "../results/targets/index.ts";
import { judge } from "../results/verdict.ts";
import { figureTables } from "./figure-tables.ts";
import type { Plot } from "./plots.ts";
import { PROFILE_BEFORE } from "./profile-before.ts";
import { profileTable } from "./profile-table.ts";
import { roomsTable } from "./rooms.ts";
import { summary, verdictTable } from "./verdict-table.ts";

/** Writes the page. @param folder The plots' folder, as the page names it. */
export function performancePage(
  { runs, results, profiles }: Recorded,
  options: { readonly main: number; readonly plots: readonly Plot[]; readonly folder: string },
): string {
  const { main, plots, folder } = options;
  const uploads = results.find(({ part }) => part === "uploads")?.size;
  const verdicts = judge(makeTargets(main, uploads), results);
  const rooms = roomsTable(results, main);
  const used = runs.filter(({ run }) => results.some((result) => result.run === run));
  const images = plots.map(({ title, file }) => `![${title}](${folder}/${file})`).join("\n\n");
  return `# How fast Quarry is

Made by \`bun run bench compare\`, which measures Quarry beside what people would pick instead, on one machine, in turn.
${aboutRuns(used)}

## Targets

At ${main.toLocaleString("en")} chunks unless a line names another size. Ratios are Quarry's figure divided by the one beside it.
${summary(verdicts)}

${verdictTable(verdicts)}

Before: revision 8502bb8, measured by another program, which took the resident size as memory.

${images}

## Figures

Medians of blocks in turn, with the least and the most in parentheses; \`cpu\` is the processor time of the server per question,
document or chunk: all threads and processes, and PostgreSQL's.

${figureTables(results)}
${rooms === undefined ? "" : `\n## Where a question spends its time\n\nMeans in milliseconds from the server's \`Server-Timing\`.\n\n${rooms}\n`}
## Profiles

The functions with the most time of their own on the main thread, for each question or document.

### Before

${profileTable(PROFILE_BEFORE)}

${profiles.map((profile) => `### ${profile.name}\n\n${profileTable(profile)}`).join("\n\n")}

${METHOD}`;
}

function aboutRuns(runs: readonly Run[]): string {
  if (runs.length === 0) return "\nNo run has been recorded yet.";
  const lines = runs.map(({ date, revision, command }) => `- ${date}, revision ${revision}: \`${command}\``);
  const latest = runs.at(-1);
  const versions = Object.entries(latest?.versions ?? {}).map(([name, version]) => `${name} ${version}`);
  const several =
    runs.length > 1
      ? "\nThe figures come from several runs; a later run replaces a line of an earlier one.\n"
      : "";
  const warning = runs.some(({ command }) => command.includes("--trial"))
    ? "\n**Figures of a trial, which mean nothing.**\n\n"
    : "";
  return `\n${warning}${[...new Set(runs.map(({ machine }) => machine))].join("; ")}. ${versions.join(", ")}.\n${several}\n${lines.join("\n")}`;
}

const METHOD = `## How it is measured

- **Text**: sentences of the evaluation's collections, mixed by a seeded generator to distinct chunks of about a kilobyte in the
  collections' languages. Questions are sentences with words left out, and the collections' own; each is asked once before any comes again.
- **Quarry** is started as users start it: the embedded database with all its guarantees, an API key, and a call limit that is
  counted and never reached. Hybrid, lexical and vector questions return ten passages with their text.
- **Chroma** has its defaults, cosine distance, and receives the vectors of the same chunks and questions ready-made. Its answers
  have the texts and metadata. Recall is the share of the exact ten nearest.
- **Bare SQL** is one table with an HNSW and a full-text index (pgvector's defaults) on the same PostgreSQL server, which does not
  sync its files. "Both legs" is one statement that fuses the 50 nearest vectors and the 50 best texts by rank.
- **The bare Elysia handler** returns the same answer as Quarry from memory, and checks nothing.
- The load generator is a process of its own, on raw connections that stay open. It reads each answer to its end and checks one in
  16. All sides are warmed up, then measured in blocks in turn. In an open loop, questions are due at random moments, and waiting
  counts.
- Memory is the proportional set size of all of a server's processes, after a pause.

## Run it

\`\`\`sh
test/services/install-chroma.sh && test/services/install-postgres.sh
bun run bench compare --report docs/performance.md             # everything; hours at 200,000 chunks
bun run bench compare --chunks 50000 --only query,filters      # some parts; --report-only writes the page later
bun run bench compare --chunks 1000 --trial                    # minutes; to work on the benchmark
bun run bench compare --small                                  # what CI runs: ratios with floors
\`\`\`

Results are appended to \`.cache/compare.jsonl\`. The machine should do nothing else.
`;
