import { CONNECTION_OPTIONS, connect } from "../connection/connect.ts";
import type { Command } from "../options/command-definition.ts";
import { optionReader } from "../options/option-reader.ts";
import { passagesText } from "../search/passages-text.ts";
import { readSearch, SEARCH_OPTIONS, SEARCH_USAGE } from "../search/search-options.ts";
import { bold, oneLine, printJson } from "../terminal/output.ts";

const USAGE = `Usage: quarry ask "QUESTION" [options]

Finds the spaces that are relevant to a question, explains why, and prints the best passages.

  --spaces N             Maximum number of spaces, 1 to 100 (default 5)
${SEARCH_USAGE}

Examples:
  quarry ask "How many days of holidays do I have?"
  quarry ask "Who signed the lease?" --spaces 2 --top-k 3

Exit codes: 0 success, also without results; 2 error`;

const reader = optionReader(USAGE);

/** `quarry ask`: finds the relevant spaces and searches them. */
export const askCommand: Command = {
  usage: USAGE,
  async run(args) {
    const { values, positionals } = reader.read(args, {
      spaces: { type: "string" },
      ...SEARCH_OPTIONS,
      ...CONNECTION_OPTIONS,
    });
    const limit = reader.number("--spaces", values.spaces, { min: 1, max: 100 });
    const search = readSearch(reader, values, positionals);
    const response = await connect(values).smartQuery({
      ...search,
      ...(limit === undefined ? {} : { limit }),
      search: true,
    });
    if (values.json) printJson(response);
    else if (response.recommendations.length === 0) console.log("No relevant spaces found.");
    else {
      const { recommendations, results = [], degraded } = response;
      for (const { name, relevanceScore, reason } of recommendations)
        console.log(`${bold(oneLine(name))} (${relevanceScore.toFixed(2)}): ${oneLine(reason)}`);
      console.log(`\n${passagesText({ results, degraded }, values.full ?? false)}`);
    }
    return 0;
  },
};
