import type { Quarry } from "@quarry/sdk";
import type { Catalogue } from "../../packages/dashboard/src/text/en.ts";
import { smallPdf } from "../support/small-pdf.ts";

/** The path of a page and its title in a language. */
export type EveryPage = readonly [path: string, title: (catalogue: Catalogue) => string];

/** The pages of the dashboard, and the path of the space that has something on each of them. */
export interface FilledPages {
  readonly pages: readonly EveryPage[];
  readonly spacePath: string;
}

/** Makes something to see on each page of the dashboard. Names are Arabic or English in each language of the page. */
export async function fillEveryPage(quarry: Quarry): Promise<FilledPages> {
  const { space } = await quarry.spaces.create({ name: "Port of Whitby", description: "الميناء والعبّارة" });
  const { document } = await quarry.documents.upsert({
    ...{ spaceId: space.id, filename: "العبّارة.md", metadata: { year: 2026 } },
    content: `# العبّارة\n\n${"تغادر العبّارة في التاسعة. ".repeat(60)}`,
  });
  const file = smallPdf(["Ferries leave at nine.", "Pilots come at ten."]);
  const pdf = await quarry.documents.upsert({ spaceId: space.id, filename: "ferries.pdf", file });
  await quarry.documents.upsert({
    ...{ spaceId: space.id, filename: "light.md", content: "The lighthouse is painted each spring." },
  });
  await quarry.documents.upload({
    ...{ spaceId: space.id, filename: "a/folder/size.txt" },
    file: new TextEncoder().encode("x ".repeat(617)),
  });
  const queries = [{ query: "متى تغادر العبّارة؟", relevant: [{ filename: "العبّارة.md", grade: 1 }] }];
  const { evaluation } = await quarry.evaluations.create({ spaceId: space.id, name: "First", queries });
  await quarry.evaluations.run({ spaceId: space.id, id: evaluation.id });
  const { webhook } = await quarry.webhooks.create({ url: "http://127.0.0.1:9/hook" });
  const spacePath = `/app/spaces/${space.slug}`;
  const pages: EveryPage[] = [
    ["/app/spaces", ({ spaces }) => spaces.title],
    ["/app/spaces?status=archived", ({ spaces }) => spaces.title],
    [spacePath, () => "Port of Whitby"],
    [`${spacePath}/documents/${document.id}`, () => "العبّارة.md"],
    [`${spacePath}/documents/${pdf.document.id}?passage=0`, () => "ferries.pdf"],
    [`${spacePath}/evaluations`, ({ evaluations }) => evaluations.title],
    [`${spacePath}/evaluations/${evaluation.id}`, () => "First"],
    ["/app/playground?q=العبّارة", ({ nav }) => nav.playground],
    ["/app/start", ({ start }) => start.title],
    ["/app/assistants", ({ assistants }) => assistants.title],
    ["/app/people", ({ people }) => people.title],
    ["/app/keys", ({ keys }) => keys.title],
    ["/app/webhooks", ({ webhooks }) => webhooks.title],
    [`/app/webhooks/${webhook.id}`, () => "http://127.0.0.1:9/hook"],
    ["/app/questions", ({ questions }) => questions.title],
    ["/app/usage", ({ usage }) => usage.title],
    ["/app/audit", ({ audit }) => audit.title],
    ["/app/operator", ({ operator }) => operator.title],
    ["/app/nowhere", ({ app }) => app.notFound],
  ];
  return { pages, spacePath };
}
