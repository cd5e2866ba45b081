import { LIMITS } from "@quarry/schema";
import { CONNECTION_OPTIONS, CONNECTION_USAGE, connect } from "../connection/connect.ts";
import type { Command } from "../options/command-definition.ts";
import { optionReader } from "../options/option-reader.ts";
import { megabytes } from "../terminal/amounts.ts";
import { printJson, tableText } from "../terminal/output.ts";

const USAGE = `Usage: quarry usage [options]

Shows the organization's calls of each day, and the documents and original files at its end, in UTC.

  --days N               number of days, today included, 1 to ${LIMITS.usageDaysMax} (default ${LIMITS.usageDaysDefault})
  --json                 Print JSON
${CONNECTION_USAGE}

Examples:
  quarry usage --days 7
  quarry usage --json | jq '[.days[].calls] | add'

Exit codes: 0 success, 2 error`;

const { readAlone, number } = optionReader(USAGE);

/** `quarry usage`: shows the usage of the last days. */
export const usageCommand: Command = {
  usage: USAGE,
  async run(args) {
    const { json = false, ...values } = readAlone(args, {
      ...{ days: { type: "string" }, json: { type: "boolean" } },
      ...CONNECTION_OPTIONS,
    });
    const days = number("--days", values.days, { min: 1, max: LIMITS.usageDaysMax });
    const answer = await connect(values).usage.history(days === undefined ? {} : { days });
    if (json) printJson(answer);
    else
      console.log(
        tableText([
          ["DAY", "CALLS", "DOCUMENTS", "FILES"],
          ...answer.days.map(({ day, calls, documents, storageBytes }) => [
            day,
            String(calls),
            documents === null ? "-" : String(documents),
            storageBytes === null ? "-" : megabytes(storageBytes),
          ]),
        ]),
      );
    return 0;
  },
};
