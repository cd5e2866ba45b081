import { Quarry } from "@quarry/sdk";
import { roundTrip } from "./round-trip.ts";

// A page has no modules of its own here: the test calls this by name.
Object.assign(globalThis, {
  runRoundTrip: (baseUrl: string, apiKey: string) => roundTrip(new Quarry({ baseUrl, apiKey })),
});
