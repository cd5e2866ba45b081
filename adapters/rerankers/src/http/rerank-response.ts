import { ProviderFault } from "@quarry/providers";

/** What an answer must look like. */
export interface ExpectedScores {
  /** How messages begin that speak of the provider. */
  readonly provider: string;
  readonly count: number;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The list is bare, or under a name: `results` of Cohere, Jina and most servers, `data` of Voyage. */
function listIn(body: unknown): unknown {
  return isRecord(body) && !Array.isArray(body) ? (body.results ?? body.data) : body;
}

/**
 * The scores of an answer in the order of the texts, as the server says them.
 * @throws ProviderFault `away` for nonsense.
 */
export function readScores(text: string, { provider, count }: ExpectedScores): number[] {
  const nonsense = (what: string): ProviderFault =>
    new ProviderFault("away", `${provider} answered nonsense: ${what}.`);

  const items = listIn(parsed(text));
  if (!Array.isArray(items)) throw nonsense("no list of scores");
  if (items.length !== count) throw nonsense(`${items.length} scores for ${count} texts`);

  const scores = new Array<number | undefined>(count).fill(undefined);
  for (const item of items) {
    if (!isRecord(item)) throw nonsense("an entry that is no score");
    const { index } = item;
    if (typeof index !== "number" || !Number.isInteger(index) || index < 0 || index >= count)
      throw nonsense("a score for a text that was not sent");
    if (scores[index] !== undefined) throw nonsense("two scores for one text");
    const score = item.relevance_score ?? item.score;
    if (typeof score !== "number" || !Number.isFinite(score)) throw nonsense("an entry that is no score");
    scores[index] = score;
  }
  return scores.filter((score) => score !== undefined);
}
