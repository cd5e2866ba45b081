import { Quarry } from "@quarry/sdk";
import { roundTrip } from "./round-trip.ts";

// The test calls this function by name, because the page cannot import the module.
Object.assign(globalThis, {
  runRoundTrip: (baseUrl: string, apiKey: string) => roundTrip(new Quarry({ baseUrl, apiKey })),
});
