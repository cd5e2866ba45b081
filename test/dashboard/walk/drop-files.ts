import type { Locator, Page } from "playwright-core";

/** Drags files and folders of the disk over a place of the page and drops them, as a file manager does. */
export async function dropFiles(page: Page, place: Locator, paths: readonly string[]): Promise<void> {
  await place.scrollIntoViewIfNeeded();
  const box = await place.boundingBox();
  if (!box) throw new Error("The place to drop at is not on the page.");
  const [x, y] = [box.x + box.width / 2, box.y + Math.min(box.height / 2, 40)];
  const protocol = await page.context().newCDPSession(page);
  const drag = (type: "dragEnter" | "dragOver" | "drop") =>
    protocol.send("Input.dispatchDragEvent", {
      ...{ type, x, y },
      data: { items: [], files: [...paths], dragOperationsMask: 1 },
    });
  await drag("dragEnter");
  await drag("dragOver");
  await page.getByText("Drop files or folders to upload them").waitFor();
  await drag("drop");
  await protocol.detach();
}
