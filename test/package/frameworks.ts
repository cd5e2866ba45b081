import { cp } from "node:fs/promises";
import { join } from "node:path";
import { installProject, type PackedSdk, TOOLS } from "./packed.ts";
import { runWell } from "./run.ts";

/** A framework whose own package runs a program of `consumer` with the packed SDK. */
interface Framework {
  readonly name: string;
  readonly dependencies: Readonly<Record<string, string>>;
  /** A file of `consumer`, and its argument. */
  readonly program: readonly [file: string, argument?: string];
}

const AI_5 = { ai: "5.0.277", zod: "4.6.7", "@mastra/core": "1.71.0" };
const AI_7 = { ai: "7.0.173", zod: "4.6.7" };
const AI_6 = { ai: "6.0.326", zod: "4.6.7" };

/** The frameworks, in exact versions. Those with the same dependencies share a project. */
export const FRAMEWORKS: readonly Framework[] = [
  { name: "AI SDK 5.0.277", dependencies: AI_5, program: ["ai-loop.ts", "2"] },
  { name: "AI SDK 6.0.326", dependencies: AI_6, program: ["ai-loop.ts", "3"] },
  { name: `AI SDK ${AI_7.ai}`, dependencies: AI_7, program: ["ai-loop.ts", "4"] },
  { name: "Mastra 1.71.0", dependencies: AI_5, program: ["mastra.ts"] },
  {
    name: "LlamaIndex.TS 0.12.1",
    dependencies: { llamaindex: "0.12.1", "@llamaindex/core": "0.6.22" },
    program: ["llamaindex.ts"],
  },
];

const COMPILER_OPTIONS = {
  ...{ strict: true, exactOptionalPropertyTypes: true, skipLibCheck: true, noEmit: true, types: [] },
  ...{ target: "ES2022", lib: ["ES2022", "DOM", "DOM.Iterable", "DOM.AsyncIterable"] },
  ...{ module: "nodenext", moduleResolution: "nodenext", allowImportingTsExtensions: true },
};

/** Checks the types of the programs in a project. @throws Error with the compiler's messages. */
export async function checkTypes(folder: string): Promise<void> {
  await runWell([join(TOOLS, ".bin/tsc"), "-p", folder], { cwd: folder });
}

/** Installs each framework beside the packed SDK, in a project of its own. */
export async function installFrameworks(packed: PackedSdk): Promise<ReadonlyMap<Framework, string>> {
  const folders = new Map<object, string>();
  for (const { dependencies } of FRAMEWORKS) {
    if (folders.has(dependencies)) continue;
    const folder = join(packed.project, `../framework-${folders.size}`);
    folders.set(dependencies, folder);
    await installProject(folder, { "@quarry/sdk": `file:${packed.tarball}`, ...dependencies });
    await cp(join(import.meta.dir, "consumer"), join(folder, "src"), { recursive: true });
    const programs = FRAMEWORKS.filter((one) => one.dependencies === dependencies);
    const files = programs.map(({ program: [file] }) => `src/${file}`);
    await Bun.write(
      join(folder, "tsconfig.json"),
      JSON.stringify({ compilerOptions: COMPILER_OPTIONS, files }),
    );
  }
  return new Map(FRAMEWORKS.map((framework) => [framework, folders.get(framework.dependencies) ?? ""]));
}
