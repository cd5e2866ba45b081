import type { AskedQuestion, QuestionLogSettings, UnansweredQuestionsResponse } from "@quarry/schema";
import { counted } from "../terminal/amounts.ts";
import { oneLine, tableText } from "../terminal/output.ts";

const KEPT: Readonly<Record<QuestionLogSettings["recording"], string>> = {
  off: "nothing",
  without_texts: "time, spaces, results, duration and caller, without the texts",
  on: "time, spaces, results, duration, caller and the text",
};

/** Formats questions as a table. */
export function questionsTable(questions: readonly AskedQuestion[]): string {
  return tableText([
    ["ASKED", "ANSWERED", "BEST", "RESULTS", "MS", "CALLER", "QUESTION"],
    ...questions.map(({ askedAt, answered, bestSimilarity, results, durationMs, caller, text }) => [
      askedAt,
      answered ? "yes" : "no",
      bestSimilarity?.toFixed(2) ?? "-",
      String(results),
      durationMs.toFixed(1),
      oneLine(caller.name ?? caller.id, 30),
      text === null ? "(not kept)" : oneLine(text, 100),
    ]),
  ]);
}

/** Formats groups of questions without a good answer, the largest first. */
export function questionGroupsText({ groups, totalGroups, questions }: UnansweredQuestionsResponse): string {
  const table = tableText([
    ["TIMES", "BEST", "LAST ASKED", "QUESTION"],
    ...groups.map(({ count, bestSimilarity, lastAskedAt, question }) => [
      String(count),
      bestSimilarity?.toFixed(2) ?? "-",
      lastAskedAt,
      oneLine(question, 100),
    ]),
  ]);
  return `${table}\n\n${counted(questions, "question")} without a good answer in ${counted(totalGroups, "group")}`;
}

/** Formats the settings of the log. */
export function questionSettingsText({ recording, keepDays, dropped }: QuestionLogSettings): string {
  return [
    `recording  ${recording}: keeps ${KEPT[recording]}`,
    `kept for   ${counted(keepDays, "day")}`,
    ...(dropped > 0 ? [`missing    ${counted(dropped, "question")}, because too many came at once`] : []),
  ].join("\n");
}
