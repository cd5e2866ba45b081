import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { hasBrowser } from "../../support/browser.ts";
import {
  EMBEDDED,
  isInstalled,
  POSTGRES,
  type Surroundings,
  surround,
} from "../../support/configurations.ts";
import { type DashboardSession, startDashboard } from "../dashboard-session.ts";
import { firstAnswer } from "./first-answer.ts";
import { firstFiles } from "./first-files.ts";
import { otherPeople } from "./other-people.ts";
import { programs } from "./programs.ts";

setDefaultTimeout(300_000);

/** From the link of the log to what each role and program may do, in a browser, on a real server. */
for (const configuration of [EMBEDDED, POSTGRES])
  describe.skipIf(!hasBrowser() || !isInstalled(configuration))(
    `a walk through the dashboard, on ${configuration.name}`,
    () => {
      let surroundings: Surroundings;
      let session: DashboardSession;
      beforeAll(async () => {
        surroundings = await surround(configuration);
        session = await startDashboard(surroundings.env);
      }, 120_000);
      afterAll(async () => {
        await session?.stop();
        await surroundings?.stop();
      });

      const current = () => session;
      describe("from the link to read files", () => firstFiles(current));
      describe("from a question to a golden query", () => firstAnswer(current));
      describe("with a program", () => programs(current));
      describe("with an admin and a member", () => otherPeople(current));

      test("had no errors, and asked no other host", () => {
        expect(session.problems).toEqual([]);
      });
    },
  );
