import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { smallWord } from "../../support/small-office.ts";
import { writePdf } from "../../support/write-pdf.ts";
import { smallSheet } from "./small-sheet.ts";

/** How many files the walk drops, in a folder named `papers`. */
export const FILE_COUNT = 300;
/** The question of the walk, and the file that answers it on its second page. */
export const QUESTION = "Where does the pilot boat wait?";
export const ANSWERING = "papers/rules/harbour-rules.pdf";
/** A file that cannot be read until it is exchanged. */
export const TORN = "papers/plans/torn.pdf";

const SUBJECTS = [
  ["Moorings", "Boats at the visitors' quay tie up with two lines, and pay at the office before noon."],
  ["Tides", "The sill is covered three hours before high water, and the gate is open until it dries."],
  ["Fuel", "Diesel is sold at the eastern pontoon; a member of the crew stays at the hose."],
  ["Weather", "The forecast is posted at seven, and red flags mean that small boats stay inside."],
  ["Repairs", "The slip takes boats of twelve metres; the yard asks for three days' notice."],
  ["Waste", "Used oil goes into the green tank behind the sail loft, never into the bins."],
  ["Winter", "Masts are stored under cover from October, each with the name of its boat."],
  ["Races", "The start line runs from the clock tower to the outer buoy, and boats keep clear of it."],
] as const;
const LINES_OF_A_PAGE = 26;

interface WalkFile {
  readonly path: string;
  readonly bytes: Uint8Array | string;
}

const KINDS: readonly (readonly [count: number, make: (at: number) => WalkFile])[] = [
  [90, (at) => ({ path: `notes/note-${at}.txt`, bytes: `${titleOf(at)}\n\n${paragraphOf(at)}` })],
  [80, (at) => ({ path: `notes/page-${at}.md`, bytes: `# ${titleOf(at)}\n\n${paragraphOf(at)}\n` })],
  [40, (at) => ({ path: `lists/berths-${at}.csv`, bytes: rowsOf(at).join("\n") })],
  [40, (at) => ({ path: `site/page-${at}.html`, bytes: `<h1>${titleOf(at)}</h1><p>${paragraphOf(at)}</p>` })],
  [18, (at) => ({ path: `plans/plan-${at}.pdf`, bytes: planOf(at) })],
  [12, (at) => ({ path: `letters/letter-${at}.docx`, bytes: smallWord(titleOf(at), paragraphOf(at)) })],
  [8, (at) => ({ path: `lists/prices-${at}.xlsx`, bytes: smallSheet(rowsOf(at)) })],
  [10, (at) => ({ path: `mail/message-${at}.eml`, bytes: mailOf(at) })],
  [1, () => ({ path: "rules/harbour-rules.pdf", bytes: rules() })],
  [1, () => ({ path: "plans/torn.pdf", bytes: "%PDF-1.4\n1 0 obj\n<<" })],
];

/** Writes the made-up papers of a harbour office below `folder`: text, Markdown, CSV, HTML, PDF, Word, Excel and mail. */
export function writeWalkFiles(folder: string): Promise<void> {
  const files = KINDS.flatMap(([count, make]) => Array.from({ length: count }, (_, at) => make(at)));
  return writeFiles(folder, files);
}

/** Writes a readable file in the place of the torn one. */
export function writeRepairedFile(folder: string): Promise<void> {
  return writeFiles(folder, [{ path: "plans/torn.pdf", bytes: planOf(18) }]);
}

async function writeFiles(folder: string, files: readonly WalkFile[]): Promise<void> {
  for (const { path, bytes } of files) {
    const file = join(folder, "papers", path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, bytes);
  }
}

const subjectOf = (at: number) => SUBJECTS[at % SUBJECTS.length] ?? SUBJECTS[0];
const titleOf = (at: number) => `${subjectOf(at)[0]}, sheet ${at}`;
const paragraphOf = (at: number) => `${subjectOf(at)[1]} This is sheet ${at} of the office.`;
const rowsOf = (at: number) => ["berth,boat,metres", `${at},Curlew ${at},${7 + (at % 6)}`];

function planOf(at: number): Uint8Array {
  const page = (number: number) => ({
    heading: `${titleOf(at)}, page ${number}`,
    lines: [subjectOf(at + number)[1], `Drawn for sheet ${at}.`],
  });
  return writePdf([page(1), page(2)]);
}

/** Two full pages. The answer stands in the last lines of the second. */
function rules(): Uint8Array {
  const lines = (page: number) =>
    Array.from({ length: LINES_OF_A_PAGE }, (_, at) => `${page}.${at + 1} ${subjectOf(at)[1]}`);
  const answer = "2.27 The pilot boat waits at the Granite Quay from four in the morning.";
  return writePdf([
    { heading: "Rules of the harbour", lines: lines(1) },
    { heading: "Pilots and tugs", lines: [...lines(2), answer] },
  ]);
}

function mailOf(at: number): string {
  const head = [`From: Office <office@example.com>`, `To: Crew ${at} <crew@example.com>`];
  const date = "Date: Mon, 02 Mar 2026 09:00:00 +0000";
  return [...head, `Subject: ${titleOf(at)}`, date, "", paragraphOf(at), ""].join("\r\n");
}
