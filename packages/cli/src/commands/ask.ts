import type { Command } from "../command-shape.ts";
import { CONNECTION_OPTIONS, connect } from "../connect.ts";
import { optionReader } from "../option-reader.ts";
import { passagesText } from "../passages-text.ts";
import { bold, oneLine, printJson } from "../printing.ts";
import { readSearch, SEARCH_OPTIONS, SEARCH_USAGE } from "../search-options.ts";

const USAGE = `Usage: quarry ask "QUESTION" [options]

Finds the spaces that are worth asking, says why, and shows the passages that answer best.

  --spaces N             how many spaces to ask at most, 1 to 100 (default 5)
${SEARCH_USAGE}

Examples:
  quarry ask "How many days of holidays do I have?"
  quarry ask "Who signed the lease?" --spaces 2 --top-k 3

Ends with 0, also when nothing was found, and with 2 when it could not be done.`;

const reader = optionReader(USAGE);

/** `quarry ask`: the right spaces, and their passages. */
export const askCommand: Command = {
  summary: "ask a question in the spaces that are likely to answer it",
  usage: USAGE,
  async run(args) {
    const { values, positionals } = reader.read(args, {
      spaces: { type: "string" },
      ...SEARCH_OPTIONS,
      ...CONNECTION_OPTIONS,
    });
    const limit = reader.number("--spaces", values.spaces, { least: 1, most: 100 });
    const search = readSearch(reader, values, positionals);
    const answer = await connect(values).smartQuery({
      ...search,
      ...(limit === undefined ? {} : { limit }),
      search: true,
    });
    if (values.json) printJson(answer);
    else if (answer.recommendations.length === 0) console.log("No space is likely to answer this.");
    else {
      const { recommendations, results = [], degraded } = answer;
      for (const { name, relevanceScore, reason } of recommendations)
        console.log(`${bold(oneLine(name))} (${relevanceScore.toFixed(2)}): ${oneLine(reason)}`);
      console.log(`\n${passagesText({ results, degraded }, values.full ?? false)}`);
    }
    return 0;
  },
};
