import { dashboardFiles } from "../../../platform/http/dashboard-files.ts";
import type { PagePerson } from "./page-person.ts";
import { pageText } from "./page-text.ts";

/**
 * Scripts and styles come from files of this service alone, and nothing is sent to another host. `data:` and `blob:` are
 * for pictures that the page makes itself.
 */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "connect-src 'self'",
  "worker-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join("; ");

/** The page of the dashboard, which its script fills. */
export function dashboardPage(request: Request, person: PagePerson): Response {
  const { language } = pageText(request);
  return new Response(dashboardFiles().page({ language, person }), {
    headers: {
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": POLICY,
      "x-frame-options": "DENY",
      "x-content-type-options": "nosniff",
      "referrer-policy": "same-origin",
      "cache-control": "no-store",
    },
  });
}
