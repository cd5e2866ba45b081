import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { hasBrowser } from "../support/browser.ts";
import { assistants } from "./assistants.ts";
import { brokenPdfs } from "./broken-pdfs.ts";
import { comparison } from "./comparison.ts";
import { contrast } from "./contrast.ts";
import { type DashboardSession, startDashboard } from "./dashboard-session.ts";
import { document } from "./document.ts";
import { documents } from "./documents.ts";
import { downloads } from "./downloads.ts";
import { evaluations } from "./evaluations.ts";
import { focus } from "./focus.ts";
import { history } from "./history.ts";
import { keyboard } from "./keyboard.ts";
import { languages } from "./languages.ts";
import { moreKeys } from "./more-keys.ts";
import { motion } from "./motion.ts";
import { operator } from "./operator.ts";
import { organization } from "./organization.ts";
import { originals } from "./originals.ts";
import { palette } from "./palette.ts";
import { pdfPages } from "./pdf-pages.ts";
import { playground } from "./playground.ts";
import { questions } from "./questions.ts";
import { serving } from "./serving.ts";
import { spaces } from "./spaces.ts";
import { start } from "./start.ts";
import { states } from "./states.ts";
import { thumbnails } from "./thumbnails.ts";
import { trouble } from "./trouble.ts";
import { uploads } from "./uploads.ts";
import { violations } from "./violations.ts";
import { webhooks } from "./webhooks.ts";
import { whyNot } from "./why-not.ts";

setDefaultTimeout(180_000);

/** The pages of the dashboard in a browser, on one server. */
describe.skipIf(!hasBrowser())("the dashboard", () => {
  let session: DashboardSession;
  let ofSetUp: readonly string[];
  beforeAll(async () => {
    session = await startDashboard({}, async (page) => {
      ofSetUp = await violations(page);
      await page.emulateMedia({ colorScheme: null, reducedMotion: null });
    });
  }, 120_000);
  afterAll(() => session?.stop());

  const current = () => session;
  describe("at the first start", () => start(current));
  describe("is served", () => serving(current));
  describe("spaces", () => spaces(current));
  describe("documents", () => documents(current));
  describe("questions", () => playground(current));
  describe("two settings of a question", () => comparison(current));
  describe("a document that is not among the results", () => whyNot(current));
  describe("a document", () => document(current));
  describe("golden queries", () => evaluations(current));
  describe("assistants", () => assistants(current));
  describe("webhooks", () => webhooks(current));
  describe("the log of questions", () => questions(current));
  describe("trouble", () => trouble(current));
  describe("pages of the organization", () => organization(current));
  describe("another language", () => languages(current));
  describe("every page", () => states(current));
  describe("with keys alone", () => keyboard(current));
  describe("with keys alone", () => moreKeys(current));
  describe("the command palette", () => palette(current));
  describe("the focus", () => focus(current));
  describe("motion", () => motion(current));
  describe("with more contrast", () => contrast(current));
  describe("the operator's page", () => operator(current));
  describe("originals", () => originals(current));
  describe("the pages of a PDF", () => pdfPages(current));
  describe("a PDF that cannot be shown", () => brokenPdfs(current));
  describe("uploads", () => uploads(current));
  describe("downloads", () => downloads(current));
  describe("the history of a document", () => history(current));
  describe("thumbnails of results", () => thumbnails(current));

  test("is accessible where the owner's account is created", () => {
    expect(ofSetUp).toEqual([]);
  });

  test("had no errors, and asked no other host", () => {
    // The worker of pdf.js raises an error, without a stack, for the one part of a file that a test of PDFs refuses.
    expect([[], ["ResponseException"]]).toContainEqual([...session.problems]);
  });
});
