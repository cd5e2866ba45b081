import { startMenu } from "./menu.ts";
import { startSearch } from "./search.ts";
import { startTabs } from "./tabs.ts";

/** What the pages do in a browser. Without it they show everything, and have no search. */
startTabs();
startMenu();
startSearch(document.body.dataset.root ?? "");
