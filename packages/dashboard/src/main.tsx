import { markPage } from "./text/language.ts";
import { loadText } from "./text/text.ts";

markPage(document);
await loadText();
// Its modules read their texts when they are loaded.
const { showApp } = await import("./app.tsx");
showApp();
