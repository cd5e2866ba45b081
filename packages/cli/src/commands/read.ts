import { CONNECTION_OPTIONS, CONNECTION_USAGE, connect } from "../connection/connect.ts";
import type { Command } from "../options/command-definition.ts";
import { optionReader } from "../options/option-reader.ts";
import { parsedText } from "../reading/parsed-text.ts";
import { printJson } from "../terminal/output.ts";

const USAGE = `Usage: quarry read FILE [options]

Shows what the service reads in a file: its headings, its passages with page and position, warnings, time and memory. Stores
nothing. Use it to find out why a passage is not found.

  --space SPACE          Cut passages as in this space (id or slug)
  --text                 Print only the extracted text
  --full                 Print whole passages instead of excerpts
  --json                 Print the response as JSON
${CONNECTION_USAGE}

Examples:
  quarry read contract.pdf
  quarry read scan.pdf --text | grep -i invoice
  quarry read prices.xlsx --space catalogue --json | jq '.chunks[0]'

Exit codes: 0 success; 2 error, also if the file cannot be read`;

const reader = optionReader(USAGE);

/** `quarry read`: shows what the service reads in a file. */
export const readCommand: Command = {
  usage: USAGE,
  values: { "--space": "spaces" },
  async run(args) {
    const { values, positionals } = reader.read(args, {
      space: { type: "string" },
      text: { type: "boolean" },
      full: { type: "boolean" },
      json: { type: "boolean" },
      ...CONNECTION_OPTIONS,
    });
    const [file, ...others] = positionals;
    if (file === undefined || others.length > 0) return reader.fail("Specify one file.");
    if (values.text && values.json) return reader.fail("Use --text or --json, not both.");
    const read = await connect(values).documents.parse({ file, spaceId: values.space });
    if (values.json) printJson(read);
    else console.log(values.text ? read.content : parsedText(read, values.full ?? false));
    return 0;
  },
};
