import type { Quarry } from "@quarry/sdk";
import { CONNECTION_OPTIONS, connect } from "../connection/connect.ts";
import { DOCUMENT_ID, documentId } from "../documents/find-document.ts";
import type { Command } from "../options/command-definition.ts";
import { optionReader } from "../options/option-reader.ts";
import { degradedText, passagesText, withReason } from "../search/passages-text.ts";
import { QUERY_MODE_NAMES, readSearch, SEARCH_OPTIONS, SEARCH_USAGE } from "../search/search-options.ts";
import { printJson } from "../terminal/output.ts";

const USAGE = `Usage: quarry query "QUESTION" --space SPACE[,SPACE...] [options]

Prints the passages of one or more spaces that best answer a question.

  --space LIST           Ids or slugs of spaces, separated by commas
  --document NAME        Search this document only, by its id, or with one space its filename;
                         repeat it for several
${SEARCH_USAGE}

Examples:
  quarry query "How many days of holidays do I have?" --space handbook
  quarry query "invoice 4711" --space mail,contracts --mode lexical --top-k 3
  quarry query "parental leave" --space handbook --document rules.pdf
  quarry query "parental leave" --space handbook --json | jq -r '.results[].document.filename'

Exit codes: 0 success, also without results; 2 error`;

const reader = optionReader(USAGE);

/** `quarry query`: searches the given spaces. */
export const queryCommand: Command = {
  usage: USAGE,
  values: { "--space": "spaces", "--mode": QUERY_MODE_NAMES },
  async run(args) {
    const { values, positionals } = reader.read(args, {
      space: { type: "string", multiple: true },
      document: { type: "string", multiple: true },
      ...SEARCH_OPTIONS,
      ...CONNECTION_OPTIONS,
    });
    const spaceIds = reader.list(values.space);
    if (spaceIds.length === 0)
      return reader.fail("Missing --space. Specify one or more ids or slugs of spaces.");
    const search = readSearch(reader, values, positionals);
    const quarry = connect(values);
    const documentIds = await Promise.all(
      (values.document ?? []).map((name) => documentIn(quarry, spaceIds, name)),
    );
    const response = await quarry.query({
      ...{ spaceIds, highlight: true, ...search },
      ...(documentIds.length > 0 ? { documentIds } : {}),
    });
    if (values.json) {
      printJson(response);
      return 0;
    }
    const { results, noResults, degraded } = response;
    const isEmpty = results.length === 0;
    const found = isEmpty
      ? withReason("No results.", noResults)
      : passagesText(results, values.full ?? false);
    console.log(found + degradedText(degraded));
    return 0;
  },
};

/** The id of a document that is named by its id, or in one space by its filename. */
async function documentIn(quarry: Quarry, spaceIds: readonly string[], name: string): Promise<string> {
  const [spaceId = "", ...others] = spaceIds;
  if (others.length > 0 && !DOCUMENT_ID.test(name))
    return reader.fail(`--document needs an id when there are several spaces, and ${name} is none.`);
  return documentId(quarry, spaceId, name);
}
