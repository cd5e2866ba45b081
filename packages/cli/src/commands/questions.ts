import { type AskedQuestion, LIMITS, QUESTION_RECORDINGS } from "@quarry/schema";
import type { Quarry } from "@quarry/sdk";
import { CONNECTION_OPTIONS, CONNECTION_USAGE, connect } from "../connection/connect.ts";
import type { Command } from "../options/command-definition.ts";
import { optionReader } from "../options/option-reader.ts";
import { questionGroupsText, questionSettingsText, questionsTable } from "../questions/questions-text.ts";
import { printJson, printMessage } from "../terminal/output.ts";

const USAGE = `Usage: quarry questions [list|unanswered|settings] [options]

  quarry questions [list]       List the questions that were asked, newest first
  quarry questions unanswered   Group the questions without a good answer by likeness
  quarry questions settings     Show or change what the log of questions keeps

  --space SPACE          list, unanswered: only questions that searched this space
  --since DATE           list, unanswered: only questions since this time, e.g. 2030-01-01T00:00:00Z
  --until DATE           list, unanswered: only questions before this time
  --limit N              list: number of questions, 1 to 1000 (default 50); unanswered: of groups, 1 to 100 (default 20)
  --recording WHAT       settings: keep nothing (off), all but the texts (without_texts), or all (on). "off" deletes the log,
                         "without_texts" the texts in it
  --keep-days N          settings: how long questions are kept, 1 to 365
  --json                 Print JSON
${CONNECTION_USAGE}

Examples:
  quarry questions settings --recording on
  quarry questions unanswered --space handbook
  quarry questions --json | jq -r '.questions[].text'

Exit codes: 0 success, 2 error`;

const ACTIONS = ["list", "unanswered", "settings"] as const;
const MAX_LISTED = 1000;
const DEFAULT_LISTED = 50;
const { fail, read, choice, number } = optionReader(USAGE);

/** `quarry questions`: shows the log of questions and changes what it keeps. */
export const questionsCommand: Command = {
  usage: USAGE,
  actions: ACTIONS,
  values: { "--space": "spaces", "--recording": QUESTION_RECORDINGS },
  async run(args) {
    const text = { type: "string" } as const;
    const { values, positionals } = read(args, {
      ...{ space: text, since: text, until: text, limit: text, recording: text, "keep-days": text },
      ...{ json: { type: "boolean" } },
      ...CONNECTION_OPTIONS,
    });
    const [subcommand = "list", extra] = positionals;
    if (extra !== undefined) return fail(`Unexpected argument ${JSON.stringify(extra)}.`);
    const action = choice("The subcommand", subcommand, ACTIONS) ?? "list";
    const recording = choice("--recording", values.recording, QUESTION_RECORDINGS);
    const keepDays = number("--keep-days", values["keep-days"], { min: 1, max: LIMITS.questionKeepMaxDays });
    const max = action === "list" ? MAX_LISTED : LIMITS.questionGroupsMax;
    const limit = number("--limit", values.limit, { min: 1, max });
    const { json = false } = values;
    const filter = {
      ...(values.space === undefined ? {} : { spaceId: values.space }),
      ...(values.since === undefined ? {} : { since: values.since }),
      ...(values.until === undefined ? {} : { until: values.until }),
    };
    const quarry = connect(values);
    if (action === "settings") {
      const changes = {
        ...(recording === undefined ? {} : { recording }),
        ...(keepDays === undefined ? {} : { keepDays }),
      };
      return settings(quarry, changes, json);
    }
    if (recording !== undefined || keepDays !== undefined)
      return fail("--recording and --keep-days belong to quarry questions settings.");
    if (action === "list") return list(quarry, filter, limit ?? DEFAULT_LISTED, json);
    return unanswered(quarry, { ...filter, ...(limit === undefined ? {} : { limit }) }, json);
  },
};

async function list(
  quarry: Quarry,
  filter: Parameters<Quarry["questions"]["list"]>[0],
  limit: number,
  json: boolean,
): Promise<number> {
  const questions: AskedQuestion[] = [];
  for await (const question of quarry.questions.list({ ...filter, pageSize: Math.min(limit, 100) })) {
    questions.push(question);
    if (questions.length === limit) break;
  }
  if (json) printJson({ questions });
  else if (questions.length > 0) console.log(questionsTable(questions));
  if (questions.length === 0) await explainEmpty(quarry);
  return 0;
}

async function unanswered(
  quarry: Quarry,
  wanted: Parameters<Quarry["questions"]["unanswered"]>[0],
  json: boolean,
): Promise<number> {
  const answer = await quarry.questions.unanswered(wanted);
  if (json) printJson(answer);
  else if (answer.groups.length > 0) console.log(questionGroupsText(answer));
  if (answer.groups.length === 0) await explainEmpty(quarry);
  return 0;
}

async function settings(
  quarry: Quarry,
  changes: Parameters<Quarry["questions"]["updateSettings"]>[0],
  json: boolean,
): Promise<number> {
  const isChange = Object.keys(changes).length > 0;
  const answer = await (isChange ? quarry.questions.updateSettings(changes) : quarry.questions.settings());
  if (json) printJson(answer);
  else console.log(questionSettingsText(answer.settings));
  return 0;
}

/** Says that there is nothing, and whether that is because nothing is kept. */
async function explainEmpty(quarry: Quarry): Promise<void> {
  const { settings } = await quarry.questions.settings();
  printMessage(
    settings.recording === "off"
      ? "The log of questions is off. Turn it on: quarry questions settings --recording on"
      : "The log has no such question.",
  );
}
