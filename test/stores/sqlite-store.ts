import type { VectorStore } from "@quarry/core";
import { providePackages } from "../../server/src/compose/own-store.ts";

// The template is a project of its own, without node_modules here. It is loaded like the server loads it.
providePackages();
const template = await import("../../examples/vector-store/src/index.ts");

/** The template for authors of stores: a durable store on SQLite. */
export const createStore = ({ dataDir }: { readonly dataDir: string }): VectorStore =>
  template.createStore({ dataDir, options: {} });
