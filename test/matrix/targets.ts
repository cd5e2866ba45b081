import type { Quarry } from "@quarry/sdk";
import type { Dependencies } from "../../server/src/compose/dependencies.ts";
import type { Ids } from "./ids.ts";
import type { Consumed } from "./requests.ts";

/** Questions that the target's document answers: the number that fitting needs. */
export const GOLDEN = Array.from({ length: 20 }, (_, index) => ({
  query: `which pelican is number ${index}`,
  relevant: [{ filename: "a.md" }],
}));

/** A webhook for an event that these tests never cause. */
export const HOOK = { url: "http://127.0.0.1:1/", events: ["space.restored"] as "space.restored"[] };

/** The documents of a bulk operation that changes none. */
export const NOTHING = { where: { name: "no pelican has this name" } };

const TEXT = "# Pelicans\n\nThe pelican is called Aldebaran, and it is number one of twenty.";
let names = 0;

/** An unused name. */
export function unusedName(): string {
  names += 1;
  return `pelican ${names}`;
}

/** Creates one resource of each kind. The key is limited to the space. */
export async function newTarget(quarry: Quarry): Promise<Ids> {
  const space = await newSpace(quarry);
  const evaluation = await newEvaluation(quarry, space);
  return {
    space,
    document: await newDocument(quarry, space, "a.md"),
    key: await newKeyId(quarry, space),
    webhook: await newWebhook(quarry),
    evaluation,
    run: (await quarry.evaluations.run({ spaceId: space, id: evaluation })).run.id,
    operation: await newOperation(quarry, space),
  };
}

/** Replaces the resource that a call consumed with a fresh one. */
export async function freshTarget(quarry: Quarry, ids: Ids, consumed: Consumed | undefined): Promise<Ids> {
  const { space } = ids;
  switch (consumed) {
    case "space":
      return { ...ids, space: await newSpace(quarry) };
    case "document":
      return { ...ids, document: await newDocument(quarry, space, `${unusedName()}.md`) };
    case "failed document": {
      const id = await newDocument(quarry, space, `${unusedName()}.md`);
      await quarry.documents.update({ spaceId: space, id, status: "FAILED" });
      return { ...ids, document: id };
    }
    case "key":
      return { ...ids, key: await newKeyId(quarry, space) };
    case "webhook":
      return { ...ids, webhook: await newWebhook(quarry) };
    case "evaluation":
      return { ...ids, evaluation: await newEvaluation(quarry, space) };
    default:
      return ids;
  }
}

/** Well-formed ids that do not exist. */
export function missingTarget({ newId }: Pick<Dependencies, "newId">): Ids {
  return {
    space: newId("space"),
    document: newId("document"),
    key: newId("apiKey"),
    webhook: newId("webhook"),
    evaluation: newId("evaluation"),
    run: newId("evaluationRun"),
    operation: newId("bulkOperation"),
  };
}

async function newSpace(quarry: Quarry): Promise<string> {
  return (await quarry.spaces.create({ name: unusedName() })).space.id;
}

async function newDocument(quarry: Quarry, spaceId: string, filename: string): Promise<string> {
  return (await quarry.documents.upsert({ spaceId, filename, content: TEXT })).document.id;
}

async function newKeyId(quarry: Quarry, space: string): Promise<string> {
  const permissions = ["apikeys:write"] as const;
  const key = { name: unusedName(), permissions: [...permissions], spaceIds: [space] };
  const { apiKey } = await quarry.apiKeys.create(key);
  return apiKey.id;
}

async function newWebhook(quarry: Quarry): Promise<string> {
  return (await quarry.webhooks.create(HOOK)).webhook.id;
}

async function newEvaluation(quarry: Quarry, spaceId: string): Promise<string> {
  const { evaluation } = await quarry.evaluations.create({ spaceId, name: unusedName(), queries: GOLDEN });
  return evaluation.id;
}

/** It finds nothing, so that it is completed at once. */
async function newOperation(quarry: Quarry, spaceId: string): Promise<string> {
  const { operation } = await quarry.bulk.start({ ...NOTHING, spaceId, action: "reprocess" });
  return operation.id;
}
