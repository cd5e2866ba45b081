import { ProviderFault } from "@quarry/providers";

/** The expected response. */
export interface ExpectedScores {
  /** The subject of error messages, e.g. `The reranker (api.jina.ai)`. */
  readonly provider: string;
  readonly count: number;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Returns the list of scores: `results` from Cohere, Jina and most servers, `data` from Voyage, or the body itself. */
function listIn(body: unknown): unknown {
  return isRecord(body) && !Array.isArray(body) ? (body.results ?? body.data) : body;
}

/**
 * Reads the scores of a response, in the order of the texts.
 *
 * @throws ProviderFault `unavailable` for an invalid response.
 */
export function readScores(text: string, { provider, count }: ExpectedScores): number[] {
  const invalid = (problem: string): ProviderFault =>
    new ProviderFault("unavailable", `${provider} returned an invalid response: ${problem}.`);

  const items = listIn(parseJson(text));
  if (!Array.isArray(items)) throw invalid("no list of scores");
  if (items.length !== count) throw invalid(`${items.length} scores for ${count} texts`);

  const scores = new Array<number | undefined>(count).fill(undefined);
  for (const item of items) {
    if (!isRecord(item)) throw invalid("an entry is not a score");
    const { index } = item;
    if (typeof index !== "number" || !Number.isInteger(index) || index < 0 || index >= count)
      throw invalid("a score for a text that was not sent");
    if (scores[index] !== undefined) throw invalid("two scores for one text");
    const score = item.relevance_score ?? item.score;
    if (typeof score !== "number" || !Number.isFinite(score)) throw invalid("an entry is not a score");
    scores[index] = score;
  }
  return scores.filter((score) => score !== undefined);
}
