import type { Quarry } from "@quarry/sdk";

/** Enough for suggestions and completions, in at most ten calls. */
const MAX_SLUGS = 1000;

/** The slugs of the active spaces, at most 1,000. */
export async function spaceSlugs(quarry: Quarry): Promise<string[]> {
  const slugs: string[] = [];
  for await (const { slug } of quarry.spaces.list({ pageSize: 100 })) {
    slugs.push(slug);
    if (slugs.length === MAX_SLUGS) break;
  }
  return slugs;
}
