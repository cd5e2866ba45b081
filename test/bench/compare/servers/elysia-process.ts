/** A bare Elysia handler that returns the answer in a file: `bun elysia-process.ts FILE PORT`. */
import { readFileSync } from "node:fs";
import { Elysia } from "elysia";

const [, , file = "", port = "0"] = process.argv;
const answer: unknown = JSON.parse(readFileSync(file, "utf8"));
new Elysia().post("/query", () => answer).listen({ hostname: "127.0.0.1", port: Number(port) });
