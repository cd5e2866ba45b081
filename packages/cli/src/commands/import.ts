import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { Readable } from "node:stream";
import { CONNECTION_OPTIONS, CONNECTION_USAGE, connect } from "../connection/connect.ts";
import type { Command } from "../options/command-definition.ts";
import { optionReader } from "../options/option-reader.ts";
import { UsageError } from "../options/usage-error.ts";
import { startByteProgress } from "../terminal/byte-progress.ts";
import { oneLine, printJson } from "../terminal/output.ts";

const USAGE = `Usage: quarry import FILE [options]

Imports an archive of quarry export as a new space. An incomplete archive is rejected as a whole.

  --name NAME            Name of the new space (default: the name in the archive)
  --slug SLUG            Slug of the new space (default: the slug in the archive, with a number if it is taken)
  --json                 Print { space, documents } as JSON
${CONNECTION_USAGE}

Examples:
  quarry import handbook.quarry.tar.gz
  quarry import handbook.quarry.tar.gz --name "Handbook, a copy"

Use - as FILE to read from stdin.

Exit codes: 0 success, 2 error`;

const { fail, read } = optionReader(USAGE);

/** `quarry import`: imports an archive as a new space. */
export const importCommand: Command = {
  usage: USAGE,
  async run(args) {
    const { values, positionals } = read(args, {
      name: { type: "string" },
      slug: { type: "string" },
      json: { type: "boolean" },
      ...CONNECTION_OPTIONS,
    });
    const [file, ...others] = positionals;
    if (!file || others.length > 0) return fail("Specify one file.");
    const { name, slug } = values;
    const options = { ...(name === undefined ? {} : { name }), ...(slug === undefined ? {} : { slug }) };
    const size = file === "-" ? undefined : await sizeOf(file);
    const quarry = connect(values);
    const progress = startByteProgress({
      label: `Importing ${file}`,
      total: size,
      after: "the server checks and indexes it",
    });
    try {
      const chunks = progress.count(file === "-" ? process.stdin : createReadStream(file));
      // The same stream at runtime, but TypeScript has separate types for the web and Node.
      const archive = Readable.toWeb(Readable.from(chunks)) as unknown as ReadableStream<Uint8Array>;
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
    throw new UsageError(`Cannot read ${file}: ${error.message}`);
  });
  if (found.isDirectory())
    throw new UsageError(`${file} is a folder, not an archive. To upload its files, use quarry upload.`);
  return found.size;
}
