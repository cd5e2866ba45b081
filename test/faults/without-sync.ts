import { open } from "node:fs/promises";

/** Preloaded into a server: its files are no longer synced. The power-cut test must then find losses. */
const file = await open(import.meta.path);
const prototype = Object.getPrototypeOf(file);
await file.close();
prototype.sync = async () => undefined;
prototype.datasync = async () => undefined;
