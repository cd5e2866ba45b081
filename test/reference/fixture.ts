import type { Quarry } from "@quarry/sdk";
import {
  CONTENT,
  evaluation as evaluationExample,
  IDS,
  SPACE,
} from "../../server/src/modules/reference/examples.ts";

/** Golden queries: as many as a fit needs. */
const GOLDEN = Array.from({ length: 20 }, (_, index) => ({
  query: `How many days of leave do I have in year ${index}?`,
  relevant: [{ filename: "leave.md" }],
}));

let names = 0;

/** What the examples of the reference need on a server. */
export interface Fixture {
  /** Makes everything that an operation needs, and returns the real values of the ids in its example. */
  prepare(operation: string): Promise<ReadonlyMap<string, string>>;
}

/** Creates the space of the examples with its document. */
export async function createFixture(quarry: Quarry, webhookUrl: string): Promise<Fixture> {
  await quarry.spaces.create({ name: "Handbook" });
  await quarry.documents.upsert({ spaceId: SPACE, filename: "leave.md", content: CONTENT });

  async function newDocument(operation: string): Promise<string> {
    names += 1;
    const sent = { spaceId: SPACE, filename: `document-${names}.md`, content: CONTENT };
    const { document } = await quarry.documents.upsert(sent);
    if (operation.startsWith("retryDocument"))
      await quarry.documents.update({ spaceId: SPACE, id: document.id, status: "FAILED" });
    return document.id;
  }

  async function newEvaluation(): Promise<{ evaluation: string; run: string }> {
    names += 1;
    const created = await quarry.evaluations.create({
      ...{ spaceId: SPACE, name: `evaluation ${names}`, queries: GOLDEN },
    });
    const { id } = created.evaluation;
    return { evaluation: id, run: (await quarry.evaluations.run({ spaceId: SPACE, id })).run.id };
  }

  async function newBulkOperation(): Promise<string> {
    const { operation } = await quarry.bulk.start({
      spaceId: SPACE,
      where: { filter: { year: { $lt: 2026 } } },
      action: "setMetadata",
      metadata: { outdated: true },
    });
    return operation.id;
  }

  const newKey = async () => (await quarry.apiKeys.create({ name: `key ${names}` })).apiKey.id;
  const newWebhook = async () => (await quarry.webhooks.create({ url: webhookUrl })).webhook.id;

  /** Removes what the example of a creation made in an earlier run. */
  async function removeLeftovers(operation: string): Promise<void> {
    if (operation === "importSpace")
      for await (const { id, slug } of quarry.spaces.list())
        if (slug === "handbook-2025") await quarry.spaces.purge(id);
    if (operation.startsWith("uploadDocument"))
      for await (const { id, filename } of quarry.documents.list({ spaceId: SPACE }))
        if (/^(pay|remote-work)\.md$/.test(filename)) await quarry.documents.delete({ spaceId: SPACE, id });
    if (operation === "createEvaluation")
      for await (const { id, name } of quarry.evaluations.list({ spaceId: SPACE }))
        if (name === evaluationExample.name) await quarry.evaluations.delete({ spaceId: SPACE, id });
  }

  return {
    async prepare(operation) {
      const { space } = await quarry.spaces.get(SPACE);
      // The example of the deletion archives it.
      if (space.isArchived) await quarry.spaces.restore(space.id);
      await removeLeftovers(operation);
      const { evaluation, run } = /Evaluation/.test(operation)
        ? await newEvaluation()
        : { evaluation: "", run: "" };
      return new Map([
        ["https://hooks.example.com/quarry", webhookUrl],
        [IDS.document, await newDocument(operation)],
        ...(operation.includes("ApiKey") ? [[IDS.key, await newKey()] as const] : []),
        // Each event goes to all webhooks.
        ...(/Webhook|Deliver/.test(operation) ? [[IDS.webhook, await newWebhook()] as const] : []),
        ...(operation.includes("BulkOperation")
          ? [[IDS.bulkOperation, await newBulkOperation()] as const]
          : []),
        ...([
          [IDS.evaluation, evaluation],
          [IDS.run, run],
        ] as const),
      ]);
    },
  };
}
