import { createWriteStream } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream } from "node:stream/web";
import { megabytes, startByteProgress } from "../byte-progress.ts";
import type { Command } from "../command-shape.ts";
import { CONNECTION_OPTIONS, connect } from "../connect.ts";
import { optionReader } from "../option-reader.ts";
import { printJson } from "../printing.ts";
import { UsageError } from "../usage-error.ts";

const USAGE = `Usage: quarry export SPACE [-o FILE] [options]

Writes a space with all it holds into one archive: originals, text, chunks, vectors, metadata and evaluations.

  -o, --output FILE      the archive (default SPACE.quarry.tar.gz); compressed where its name ends with .gz;
                         - is the standard output
  --json                 prints { file, bytes } as JSON
  --url URL, --key KEY   the server and an API key; else QUARRY_URL and QUARRY_API_KEY

Examples:
  quarry export handbook
  quarry export handbook -o - | ssh backup 'cat > handbook.quarry.tar'

SPACE is an id or a slug. A file of this name is replaced when the archive is whole. Ends with 0, and with 2 when it
could not be done.`;

const { fail, read } = optionReader(USAGE);

/** `quarry export`: writes a space into one file. */
export const exportCommand: Command = {
  summary: "write a space with all it holds into one archive",
  usage: USAGE,
  async run(args) {
    const { values, positionals } = read(args, {
      output: { type: "string", short: "o" },
      json: { type: "boolean" },
      ...CONNECTION_OPTIONS,
    });
    const [space, ...others] = positionals;
    if (!space || others.length > 0) return fail("Give one space.");
    const file = values.output ?? `${space}.quarry.tar.gz`;
    const progress = startByteProgress(`exporting ${space}`);
    try {
      const archive = await connect(values).spaces.export(space, { gzip: file.endsWith(".gz") });
      // The types of the platform's streams and of node's are two, the streams are one.
      const pieces = progress.count(Readable.fromWeb(archive as ReadableStream<Uint8Array>));
      if (file === "-") await pipeline(pieces, process.stdout);
      else await save(file, pieces);
    } finally {
      progress.end();
    }
    const { bytes } = progress;
    if (file === "-") return 0;
    if (values.json) printJson({ file, bytes });
    else console.log(`Exported to ${file}, ${megabytes(bytes)}`);
    return 0;
  },
};

/** What is there stays until the archive is whole. */
async function save(file: string, pieces: AsyncIterable<Uint8Array>): Promise<void> {
  const partial = `${file}.partial`;
  try {
    await pipeline(pieces, createWriteStream(partial));
    await rename(partial, file);
  } catch (error) {
    await rm(partial, { force: true });
    throw isOfFile(error) ? new UsageError(`${file} cannot be written: ${error.message}`) : error;
  }
}

function isOfFile(error: unknown): error is Error {
  return error instanceof Error && "syscall" in error && "path" in error;
}
