import { test } from "bun:test";
import type { DashboardSession } from "./dashboard-session.ts";

/** The page of the operator. */
export function operator(session: () => DashboardSession): void {
  test("shows the service and its queues to the owner of the first organization", async () => {
    const { page, open, quarry, expectAccessible } = session();
    await quarry.spaces.create({ name: "Torn", slug: "torn" });
    const torn = await quarry.documents.upload({
      ...{ spaceId: "torn", filename: "torn.pdf", content: "%PDF-1.7\nno" },
    });
    await torn.waitUntilReady().catch(() => undefined);
    await open("/app/spaces", "Spaces");
    await page.getByRole("link", { name: "Operator" }).click();
    await page.getByRole("heading", { level: 1, name: "Operator" }).waitFor();
    const { operator } = await quarry.operator.get();
    await page.getByText(`embedded PostgreSQL ${operator.database.version}`).waitFor();
    await page.getByRole("listitem").filter({ hasText: "Documents to process" }).waitFor();
    await page.getByText(operator.failures[0]?.message ?? "no failure").waitFor();
    await expectAccessible();
  });

  test("examines the stored data", async () => {
    const { page, expectAccessible } = session();
    await page.getByRole("button", { name: "Examine", exact: true }).click();
    await page.getByText("Everything fits").waitFor();
    await expectAccessible();
  });
}
