import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { nodeRunner } from "@quarry/conformance";
import { declareSuite } from "./suite.ts";

declareSuite(nodeRunner({ describe, test, assert }), process.env.LOSES_HITS === "true");
