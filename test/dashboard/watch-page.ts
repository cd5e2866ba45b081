import type { Page } from "playwright-core";

/** Collects what goes wrong on a page: errors of scripts, what the policy refused, dialogs of the browser, other hosts. */
export function watchPage(page: Page, baseUrl: string, problems: string[] = []): readonly string[] {
  const { host } = new URL(baseUrl);
  page.on("pageerror", (error) => problems.push(error.message));
  page.on("console", (message) => {
    if (/Content.Security.Policy/i.test(message.text())) problems.push(message.text());
  });
  page.on("dialog", (dialog) => {
    problems.push(`${dialog.type()}: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on("request", (request) => {
    const url = new URL(request.url());
    if (url.protocol.startsWith("http") && url.host !== host) problems.push(`requested ${url.host}`);
  });
  return problems;
}
