import type { Quarry, SmartQueryResponse } from "@quarry/sdk";
import { CONNECTION_OPTIONS, connect } from "../connection/connect.ts";
import type { Command } from "../options/command-definition.ts";
import { optionReader } from "../options/option-reader.ts";
import { degradedText, passagesText, withReason } from "../search/passages-text.ts";
import { QUERY_MODE_NAMES, readSearch, SEARCH_OPTIONS, SEARCH_USAGE } from "../search/search-options.ts";
import { counted } from "../terminal/amounts.ts";
import { oneLine, printJson } from "../terminal/output.ts";
import { styled } from "../terminal/style.ts";

/** A passage that scores lower hardly answers a question. */
const MIN_SIMILARITY = 0.1;

const USAGE = `Usage: quarry ask "QUESTION" [options]

Finds the spaces that are relevant to a question, explains why, and prints the best passages. Leaves out passages with a
similarity below ${MIN_SIMILARITY}, and says so when nothing is left.

  --spaces N             Maximum number of spaces, 1 to 100 (default 5)
  --all                  Print passages with a lower similarity, too
${SEARCH_USAGE}

Examples:
  quarry ask "How many days of holidays do I have?"
  quarry ask "Who signed the lease?" --spaces 2 --top-k 3

Exit codes: 0 success, also without results; 2 error`;

const reader = optionReader(USAGE);

/** `quarry ask`: finds the relevant spaces and searches them. */
export const askCommand: Command = {
  usage: USAGE,
  values: { "--mode": QUERY_MODE_NAMES },
  async run(args) {
    const { values, positionals } = reader.read(args, {
      spaces: { type: "string" },
      all: { type: "boolean" },
      space: { type: "string", multiple: true },
      ...SEARCH_OPTIONS,
      ...CONNECTION_OPTIONS,
    });
    if (values.space !== undefined)
      return reader.fail(
        "quarry ask chooses the spaces itself. To search certain ones: quarry query QUESTION --space LIST.",
      );
    const limit = reader.number("--spaces", values.spaces, { min: 1, max: 100 });
    const search = readSearch(reader, values, positionals);
    const quarry = connect(values);
    const response = await quarry.smartQuery({
      ...search,
      ...(limit === undefined ? {} : { limit }),
      search: true,
      highlight: true,
    });
    if (values.json) {
      printJson(response);
      return 0;
    }
    const { recommendations, results = [], degraded, noResults } = response;
    const good = results.filter(({ similarity }) => values.all || (similarity ?? 1) >= MIN_SIMILARITY);
    const shownSpaces = new Set(good.map(({ space }) => space.id));
    for (const { spaceId, name, relevanceScore, reason } of recommendations)
      if (values.all || shownSpaces.has(spaceId))
        console.log(`${styled("bold", oneLine(name))} (${relevanceScore.toFixed(2)}): ${oneLine(reason)}`);
    const passages =
      good.length > 0
        ? `\n${passagesText(good, values.full ?? false)}`
        : await nothingText(quarry, noResults);
    console.log(passages + leftOutText(results.length - good.length) + degradedText(degraded));
    return 0;
  },
};

/** Says that there is no answer, and why. */
async function nothingText(quarry: Quarry, noResults: SmartQueryResponse["noResults"]): Promise<string> {
  const nothing = "Nothing here answers that well.";
  // A key may ask questions without being able to list spaces.
  const spaces = await quarry.spaces.list({ pageSize: 1 }).catch(() => undefined);
  if (spaces?.pagination.total !== 0) return withReason(nothing, noResults);
  return `${nothing} There are no spaces yet: quarry spaces create NAME, then quarry upload.`;
}

function leftOutText(count: number): string {
  if (count === 0) return "";
  const verb = count === 1 ? "scores" : "score";
  return `\n\n${counted(count, "passage")} ${verb} less than ${MIN_SIMILARITY}; --all shows them.`;
}
