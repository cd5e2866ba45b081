import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { Readable } from "node:stream";
import { startByteProgress } from "../byte-progress.ts";
import type { Command } from "../command-shape.ts";
import { CONNECTION_OPTIONS, connect } from "../connect.ts";
import { optionReader } from "../option-reader.ts";
import { oneLine, printJson } from "../printing.ts";
import { UsageError } from "../usage-error.ts";

const USAGE = `Usage: quarry import FILE [options]

Makes a new space of an archive that quarry export has written. Nothing is kept of one that is not whole.

  --name NAME            the new space's name; else the one in the archive
  --slug SLUG            its slug; else the one in the archive, or the next that is free
  --json                 prints { space, documents } as JSON
  --url URL, --key KEY   the server and an API key; else QUARRY_URL and QUARRY_API_KEY

Examples:
  quarry import handbook.quarry.tar.gz
  quarry import handbook.quarry.tar.gz --name "Handbook, a copy"

FILE may be - for the standard input. Ends with 0, and with 2 when it could not be done.`;

const { fail, read } = optionReader(USAGE);

/** `quarry import`: makes a space of a file. */
export const importCommand: Command = {
  summary: "make a new space of an archive",
  usage: USAGE,
  async run(args) {
    const { values, positionals } = read(args, {
      name: { type: "string" },
      slug: { type: "string" },
      json: { type: "boolean" },
      ...CONNECTION_OPTIONS,
    });
    const [file, ...others] = positionals;
    if (!file || others.length > 0) return fail("Give one file.");
    const { name, slug } = values;
    const options = { ...(name === undefined ? {} : { name }), ...(slug === undefined ? {} : { slug }) };
    const size = file === "-" ? undefined : await sizeOf(file);
    const quarry = connect(values);
    const progress = startByteProgress(`importing ${file}`, size);
    try {
      const pieces = progress.count(file === "-" ? process.stdin : createReadStream(file));
      // The types of the platform's streams and of node's are two, the streams are one.
      const archive = Readable.toWeb(Readable.from(pieces)) as unknown as ReadableStream<Uint8Array>;
      const { space, documents } = await quarry.spaces.import(archive, options);
      progress.end();
      if (values.json) printJson({ space, documents });
      else
        console.log(`Imported ${documents} documents: ${oneLine(space.name)} (${space.slug}, ${space.id})`);
      return 0;
    } finally {
      progress.end();
    }
  },
};

async function sizeOf(file: string): Promise<number> {
  const found = await stat(file).catch((error: Error) => {
    throw new UsageError(`${file} cannot be read: ${error.message}`);
  });
  if (found.isDirectory())
    throw new UsageError(`${file} is a folder, and no archive. quarry upload brings the files of a folder.`);
  return found.size;
}
