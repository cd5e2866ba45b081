import { createWriteStream } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream } from "node:stream/web";
import { CONNECTION_OPTIONS, CONNECTION_USAGE, connect } from "../connection/connect.ts";
import type { Command } from "../options/command-definition.ts";
import { optionReader } from "../options/option-reader.ts";
import { UsageError } from "../options/usage-error.ts";
import { megabytes } from "../terminal/amounts.ts";
import { startByteProgress } from "../terminal/byte-progress.ts";
import { printJson } from "../terminal/output.ts";

const USAGE = `Usage: quarry export SPACE [-o FILE] [options]

Exports a space to one archive: original files, text, chunks, vectors, metadata and evaluations.

  -o, --output FILE      Archive file (default SPACE.quarry.tar.gz), compressed if its name ends with .gz;
                         - writes to stdout
  --json                 Print { file, bytes } as JSON
${CONNECTION_USAGE}

Examples:
  quarry export handbook
  quarry export handbook -o - | ssh backup 'cat > handbook.quarry.tar'

SPACE is an id or a slug. An existing file is replaced only after the export is complete.

Exit codes: 0 success, 2 error`;

const { fail, read } = optionReader(USAGE);

/** `quarry export`: exports a space to an archive. */
export const exportCommand: Command = {
  usage: USAGE,
  values: { export: "spaces" },
  async run(args) {
    const { values, positionals } = read(args, {
      output: { type: "string", short: "o" },
      json: { type: "boolean" },
      ...CONNECTION_OPTIONS,
    });
    const [space, ...others] = positionals;
    if (!space || others.length > 0) return fail("Specify one space.");
    const file = values.output ?? `${space}.quarry.tar.gz`;
    const progress = startByteProgress({ label: `Exporting ${space}` });
    try {
      const archive = await connect(values).spaces.export(space, { gzip: file.endsWith(".gz") });
      // The same stream at runtime, but TypeScript has separate types for the web and Node.
      const chunks = progress.count(Readable.fromWeb(archive as ReadableStream<Uint8Array>));
      if (file === "-") await pipeline(chunks, process.stdout);
      else await save(file, chunks);
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

/** Writes to a temporary file first, so that an existing file is kept until the archive is complete. */
async function save(file: string, chunks: AsyncIterable<Uint8Array>): Promise<void> {
  const partial = `${file}.partial`;
  try {
    await pipeline(chunks, createWriteStream(partial));
    await rename(partial, file);
  } catch (error) {
    await rm(partial, { force: true });
    throw isFileError(error) ? new UsageError(`Cannot write ${file}: ${error.message}`) : error;
  }
}

function isFileError(error: unknown): error is Error {
  return error instanceof Error && "syscall" in error && "path" in error;
}
