import { randomBytes } from "node:crypto";
import { Quarry } from "@quarry/sdk";
import { object, string } from "../../contract/reading.ts";
import type { Ids } from "../../matrix/ids.ts";
import { newTarget } from "../../matrix/targets.ts";

/** One resource of each kind, also of OpenAI's API. */
export type FuzzIds = Ids & Readonly<Record<"file" | "batch", string>>;

/** An organization with a person, keys, and one resource of each kind. */
export interface Tenant {
  readonly orgId: string;
  readonly key: string;
  /** A key that may only read. */
  readonly readerKey: string;
  /** The session of the person who owns the organization. */
  readonly cookie: string;
  readonly ids: FuzzIds;
  /** A word that only this organization's texts contain. No request contains it. */
  readonly secret: string;
}

/** Two organizations, and ids of things that do not exist. */
export interface Tenants {
  readonly host: string;
  readonly both: readonly Tenant[];
  readonly missing: FuzzIds;
}

let people = 0;

/** Creates two organizations through the API of a server whose tier for new ones has no limits. */
export async function createTenants(baseUrl: string): Promise<Tenants> {
  const both = [await createTenant(baseUrl), await createTenant(baseUrl)];
  const { ids } = both[0] as Tenant;
  const missing = Object.fromEntries(
    Object.entries(ids).map(([thing, id]) => [thing, id.replace(/.{6}$/, "zzzzzz")]),
  ) as FuzzIds;
  return { host: new URL(baseUrl).host, both, missing };
}

async function createTenant(baseUrl: string): Promise<Tenant> {
  people += 1;
  const headers = {
    "content-type": "application/json",
    origin: baseUrl,
    "x-client-address": `10.255.${people >> 8}.${people & 255}`,
  };
  const signUp = await fetch(`${baseUrl}/api/auth/sign-up/email`, {
    ...{ method: "POST", headers },
    body: JSON.stringify({
      email: `owner-${randomBytes(6).toString("hex")}@example.com`,
      ...{ password: "correct horse battery", name: "Owner" },
    }),
  });
  const cookie = signUp.headers
    .getSetCookie()
    .map((set) => set.split(";")[0])
    .join("; ");
  const person = object(await signUp.json());
  if (cookie === "") throw new Error(`Signing up failed: ${JSON.stringify(person)}`);

  const keyWith = async (level: string) => {
    const answer = await fetch(`${baseUrl}/api/api-keys`, {
      ...{ method: "POST", headers: { ...headers, cookie } },
      body: JSON.stringify({ name: level, level }),
    });
    return object(await answer.json());
  };
  const admin = await keyWith("admin");
  const key = string(admin.key);
  const secret = `z${randomBytes(8).toString("hex")}`;
  const quarry = new Quarry({ baseUrl, apiKey: key });
  const target = await newTarget(quarry);
  const ids = { ...target, ...(await newOpenAiTarget(baseUrl, key, target.space)) };
  await quarry.spaces.update(ids.space, { description: `About ${secret}`, metadata: { secret } });
  await quarry.documents.upsert({
    ...{ spaceId: ids.space, filename: "secret.md", metadata: { secret } },
    content: `# Herons\n\nThe heron at the water is called ${secret}, and the tide is at noon.`,
  });
  const orgId = string(object(admin.apiKey).orgId);
  return { orgId, key, readerKey: string((await keyWith("read")).key), cookie, ids, secret };
}

/** Uploads a file through OpenAI's API and attaches it to a space in a batch. */
async function newOpenAiTarget(baseUrl: string, key: string, spaceId: string) {
  const authorization = `Bearer ${key}`;
  const create = async (path: string, body: string | FormData, headers = {}): Promise<string> => {
    const init = { method: "POST", headers: { authorization, ...headers }, body };
    return string(object(await (await fetch(`${baseUrl}/openai/v1${path}`, init)).json()).id);
  };
  const form = new FormData();
  form.set("purpose", "assistants");
  form.set("file", new File(["# Ebb\n\nThe ebb begins at noon."], "ebb.md", { type: "text/markdown" }));
  const file = await create("/files", form);
  const batch = await create(`/vector_stores/${spaceId}/file_batches`, JSON.stringify({ file_ids: [file] }), {
    "content-type": "application/json",
  });
  return { file, batch };
}
