import { startServer } from "../../support/running-server.ts";
import { type ProcessorTime, perDocument, processorTime } from "./processor-time.ts";
import { sampleText } from "./sample-text.ts";
import { spread } from "./spread.ts";

const BLOCKS = 4;
const SMALL_CHARS = 1000;
/** About five chunks. */
const LONG_CHARS = 7500;
/** Documents before the first block, until the runtime has compiled the hot paths. */
const WARM_UP = 1500;

/** A way to load documents. */
interface Load {
  /** The name of the option that selects it. */
  readonly key: string;
  readonly name: string;
  readonly chars: number;
  readonly connections: number;
  /** Documents in a request: `POST` for one, else a batch. */
  readonly perRequest: number;
}

const LOADS: readonly Load[] = [
  { key: "post", name: "1 kB by POST", chars: SMALL_CHARS, connections: 8, perRequest: 1 },
  { key: "batch", name: "1 kB by batches of 100", chars: SMALL_CHARS, connections: 4, perRequest: 100 },
  { key: "chunks", name: "5 chunks by batches of 50", chars: LONG_CHARS, connections: 4, perRequest: 50 },
];

/**
 * Measures how fast small documents are taken in, until they can be found: the rate, and the processor time of each
 * process. The loads take turns.
 */
export async function benchThroughput(documents: number, loads: readonly string[]): Promise<void> {
  const server = await startServer({ isSynced: true });
  try {
    const call = caller(server.baseUrl, server.rootKey);
    const texts = new Map([SMALL_CHARS, LONG_CHARS].map((chars) => [chars, textsOf(chars)]));
    const results = new Map<Load, { rates: number[]; times: number[]; lines: string[] }>();
    for (let block = 0; block <= BLOCKS; block += 1)
      for (const load of LOADS.filter(({ key }) => loads.includes(key))) {
        const count = block === 0 ? WARM_UP : Math.ceil(documents / (load.chars / SMALL_CHARS));
        const before = processorTime(server.pid);
        const seconds = await run(call, load, count, texts.get(load.chars) as Iterator<string>);
        const after = processorTime(server.pid);
        if (block === 0) continue;
        const found = results.get(load) ?? { rates: [], times: [], lines: [] };
        results.set(load, found);
        found.rates.push(count / seconds);
        found.times.push((total(after) - total(before)) / count);
        found.lines.push(perDocument(before, after, count));
      }
    for (const [{ name }, { rates, times, lines }] of results) {
      console.log(`${name}: ${spread(rates)} documents/s, ${spread(times)} ms of processor each`);
      for (const line of lines) console.log(`  ${line}`);
    }
  } finally {
    await server.stop();
  }
}

const total = ({ server, database, others }: ProcessorTime) => server + database + others;

type Call = (method: string, path: string, body?: unknown) => Promise<unknown>;

function caller(baseUrl: string, key: string): Call {
  return async (method, path, body) => {
    const response = await fetch(`${baseUrl}${path}`, {
      method,
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return response.json();
  };
}

/** Loads documents into a new space and returns the seconds until all can be found. */
async function run(call: Call, load: Load, count: number, texts: Iterator<string>): Promise<number> {
  const { space } = (await call("POST", "/api/spaces", { name: load.name })) as { space: { id: string } };
  const spaceId = space.id;
  const next = (number: number) => ({ filename: `text-${number}.txt`, content: String(texts.next().value) });
  let started = 0;
  const start = performance.now();
  const connection = async (): Promise<void> => {
    while (started < count) {
      const size = Math.min(load.perRequest, count - started);
      const documents = Array.from({ length: size }, (_, at) => next(started + at));
      started += size;
      if (load.perRequest === 1) await call("POST", "/api/documents", { spaceId, ...documents[0] });
      else await call("PUT", "/api/documents/batch", { spaceId, documents });
    }
  };
  await Promise.all(Array.from({ length: load.connections }, connection));
  const list = `/api/documents?spaceId=${spaceId}&status=COMPLETED&pageSize=1`;
  for (;;) {
    const { pagination } = (await call("GET", list)) as { pagination: { total: number } };
    if (pagination.total === count) return (performance.now() - start) / 1000;
    await Bun.sleep(50);
  }
}

/** Cuts the sample text into different documents, endlessly; a repeated text starts elsewhere. */
function* textsOf(chars: number): Generator<string> {
  const text = sampleText();
  for (let round = 0; ; round += 1)
    for (let at = round * 97; at + chars < text.length; at += chars) yield text.slice(at, at + chars);
}
