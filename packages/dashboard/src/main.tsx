import { firstPerson } from "./api/person-query.ts";
import { readFirstPage } from "./first-page.ts";
import { markPage } from "./text/language.ts";
import { loadText } from "./text/text.ts";

markPage(document);
await loadText();
// Its answers are on their way while the application is loaded.
const firstPage = readFirstPage(location, firstPerson).catch(() => undefined);
// Its modules read their texts when they are loaded.
const { showApp } = await import("./app.tsx");
await showApp(firstPage);
