import type { Command } from "../command-shape.ts";
import { CONNECTION_OPTIONS, connect } from "../connect.ts";
import { optionReader } from "../option-reader.ts";
import { passagesText } from "../passages-text.ts";
import { printJson } from "../printing.ts";
import { readSearch, SEARCH_OPTIONS, SEARCH_USAGE } from "../search-options.ts";

const USAGE = `Usage: quarry query "QUESTION" --space SPACE[,SPACE...] [options]

Shows the passages of one or several spaces that answer a question best.

  --space LIST           ids or slugs of spaces
${SEARCH_USAGE}

Examples:
  quarry query "How many days of holidays do I have?" --space handbook
  quarry query "invoice 4711" --space mail,contracts --mode lexical --top-k 3
  quarry query "parental leave" --space handbook --json | jq -r '.results[].document.filename'

Ends with 0, also when nothing was found, and with 2 when it could not be done.`;

const reader = optionReader(USAGE);

/** `quarry query`: the passages that answer a question. */
export const queryCommand: Command = {
  summary: "ask a question in some spaces",
  usage: USAGE,
  async run(args) {
    const { values, positionals } = reader.read(args, {
      space: { type: "string", multiple: true },
      ...SEARCH_OPTIONS,
      ...CONNECTION_OPTIONS,
    });
    const spaceIds = reader.list(values.space);
    if (spaceIds.length === 0) return reader.fail("--space is missing: ids or slugs of spaces.");
    const search = readSearch(reader, values, positionals);
    const answer = await connect(values).query({ spaceIds, ...search });
    if (values.json) printJson(answer);
    else console.log(passagesText(answer, values.full ?? false));
    return 0;
  },
};
