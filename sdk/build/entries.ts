/** The entry points of the package: the name in `exports`, and the source file relative to the package. */
export const ENTRIES = {
  index: "src/index.ts",
  validate: "src/integrations/validate.ts",
  langchain: "src/integrations/langchain.ts",
  llamaindex: "src/integrations/llamaindex.ts",
  ai: "src/integrations/ai.ts",
} as const;
