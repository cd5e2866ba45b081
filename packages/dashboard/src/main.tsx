import { readPerson } from "./api/account.ts";
import { markPage } from "./text/language.ts";
import { loadText } from "./text/text.ts";

markPage(document);
// On its way while the application is loaded.
const person = readPerson();
person.catch(() => undefined);
await loadText();
// Its modules read their texts when they are loaded.
const { showApp } = await import("./app.tsx");
showApp(person);
