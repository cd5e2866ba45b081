import { describe, expect, test } from "bun:test";
import { join, resolve } from "node:path";
import { Glob, YAML } from "bun";

const ROOT = resolve(import.meta.dir, "../..");
const FILES = [
  ...new Glob("deploy/**/*.{yaml,service,cfg,md}").scanSync(ROOT),
  "deploy/docker/Dockerfile",
].sort();
/** Read by Bun, the system or PostgreSQL's image, not by Quarry. */
const FOREIGN = /^(NODE_ENV|PATH|HOME|POSTGRES_(USER|PASSWORD|DB))$/;

const textOf = (path: string) => Bun.file(join(ROOT, path)).text();
const documented = new Set((await textOf("docs/settings.md")).match(/\b[A-Z][A-Z0-9_]{3,}\b/g));

/** Every name that a file gives a value, or that looks like a setting of Quarry. */
function settingsIn(text: string): string[] {
  const given = [...text.replace(/^#.*/gm, "").matchAll(/(?:^|[\s{"=])([A-Z][A-Z0-9_]{3,})"?(?=[=:])/gm)].map(
    ([, name = ""]) => name,
  );
  const named = text.match(/\b(QUARRY|S3|OPENAI|OTEL|CHROMA|HF)_[A-Z0-9_]+\b/g) ?? [];
  return [...new Set([...given, ...named])].filter((name) => !FOREIGN.test(name));
}

describe("settings in deploy/", () => {
  for (const path of FILES)
    test(`${path} names only settings that exist`, async () => {
      expect(settingsIn(await textOf(path)).filter((name) => !documented.has(name))).toEqual([]);
    });

  test("are found in each way of writing them", () => {
    const text =
      'environment:\n  QUARRY_A: 1\n  - { name: QUARRY_B, value: 2 }\nENV PATH=/bin DATABASE_X=1\n"S3_C": x';
    expect(settingsIn(text).sort()).toEqual(["DATABASE_X", "QUARRY_A", "QUARRY_B", "S3_C"]);
    expect(settingsIn(text).filter((name) => !documented.has(name))).toHaveLength(4);
  });

  test("are in each file that needs some", async () => {
    const texts = await Promise.all(FILES.map(textOf));
    expect(texts.filter((text) => settingsIn(text).length > 1).length).toBeGreaterThanOrEqual(6);
  });
});

interface Resource {
  readonly apiVersion?: string;
  readonly kind?: string;
  readonly spec?: { readonly template?: { readonly spec: { readonly containers: readonly Container[] } } };
}

interface Container {
  readonly ports: readonly { readonly name: string; readonly containerPort: number }[];
  readonly [probe: `${string}Probe`]: { readonly httpGet: { readonly path: string; readonly port: string } };
}

describe("Kubernetes manifests", () => {
  for (const path of FILES.filter((one) => one.includes("kubernetes/")))
    test(`${path}: probes ask the right routes on the service's port`, async () => {
      const resources = [YAML.parse(await textOf(path))].flat() as Resource[];
      expect(resources.every(({ apiVersion, kind }) => apiVersion !== undefined && kind !== undefined)).toBe(
        true,
      );
      const containers = resources.flatMap(({ spec }) => spec?.template?.spec.containers ?? []);
      expect(containers).toHaveLength(1);
      for (const container of containers) {
        expect(container.ports).toEqual([{ name: "http", containerPort: 7400 }]);
        expect(container.livenessProbe?.httpGet).toEqual({ path: "/health", port: "http" });
        expect(container.startupProbe?.httpGet).toEqual({ path: "/health", port: "http" });
        expect(container.readinessProbe?.httpGet).toEqual({ path: "/ready", port: "http" });
      }
    });
});
