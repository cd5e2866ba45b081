import { QuarryError } from "@quarry/core";
import { isStorableText } from "@quarry/schema";
import { Elysia } from "elysia";
import { requirePermission } from "../../platform/access/caller.ts";
import type { Authorization } from "../../platform/http/authorization.ts";
import { PAGES } from "../accounts/page-paths.ts";
import { messagePage, signInPage } from "../accounts/pages/entry-pages.ts";
import { pageDoor } from "../accounts/pages/form-post.ts";
import { pageText } from "../accounts/pages/page-text.ts";
import type { AccountService } from "../accounts/service.ts";
import type { SpaceService } from "../spaces/service.ts";
import { documentPage } from "./document-page.ts";
import { PASSAGE_ANCHOR } from "./document-url.ts";
import type { DocumentService } from "./service.ts";

/** Characters shown before and behind the start of the passage. */
const BEFORE = 4000;
const BEHIND = 16_000;
/** The last offset that the database takes. */
const LAST_OFFSET = 2_000_000_000;

/** The page that shows a document at a passage, for people: where the `url` of a passage leads. */
export function documentPageRoutes(
  auth: Authorization,
  deps: {
    readonly accounts: AccountService;
    readonly documents: DocumentService;
    readonly spaces: SpaceService;
  },
) {
  const { accounts, documents, spaces } = deps;
  return new Elysia().use(auth).get(
    `${PAGES.documents}/:id`,
    async ({ params, request }) => {
      const { pathname, search, searchParams } = new URL(request.url);
      const offset = (name: string) => {
        const text = searchParams.get(name) ?? "";
        return /^\d{1,10}$/.test(text) ? Math.min(Number(text), LAST_OFFSET) : undefined;
      };
      const start = offset("start");
      const text = pageText(request);
      try {
        const caller = await accounts.sessionCaller(request);
        if (!caller) {
          const anchor = start === undefined ? "" : `#${PASSAGE_ANCHOR}`;
          return signInPage(text, { next: pathname + search + anchor });
        }
        requirePermission(caller, "documents:read");
        if (!isStorableText(params.id)) throw new QuarryError("not_found", "There is no such document.");
        const from = Math.max(0, (start ?? 0) - BEFORE);
        const wanted = { offset: from, maxChars: (start ?? 0) - from + BEHIND };
        const { document, part } = await documents.getWithTextPart(caller, undefined, params.id, wanted);
        const { name } = await spaces.get(caller, document.spaceId);
        return documentPage(text, {
          document,
          spaceName: name,
          part,
          passage: start === undefined ? undefined : { start, end: offset("end") ?? start },
          pageNumber: offset("page"),
          publicUrl: accounts.addresses().publicUrl,
        });
      } catch (error) {
        if (!QuarryError.isInstance(error) || error.status >= 500) throw error;
        const { notShown, switchFirst } = text.document;
        return messagePage(
          text,
          { title: notShown, message: `${error.message} ${switchFirst}` },
          error.status,
        );
      }
    },
    pageDoor(),
  );
}
