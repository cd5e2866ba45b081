const STORED = "quarry-guide-language";

interface Tabs {
  readonly tabs: readonly HTMLButtonElement[];
  readonly panels: readonly HTMLElement[];
}

/** Shows labelled samples one at a time. A choice holds for all samples of the site. */
export function startTabs(): void {
  const all = [...document.querySelectorAll<HTMLElement>(".tabs")].map((element, index) =>
    create(element, index),
  );
  const choose = (label: string) => {
    for (const { tabs, panels } of all) {
      const chosen = tabs.findIndex(({ textContent }) => textContent === label);
      if (chosen < 0) continue;
      for (const [index, tab] of tabs.entries()) {
        tab.setAttribute("aria-selected", String(index === chosen));
        tab.tabIndex = index === chosen ? 0 : -1;
      }
      for (const [index, panel] of panels.entries()) panel.hidden = index !== chosen;
    }
  };
  for (const { tabs } of all)
    for (const [index, tab] of tabs.entries()) {
      const select = (selected: HTMLButtonElement | undefined) => {
        if (!selected) return;
        const before = selected.getBoundingClientRect().top;
        choose(selected.textContent ?? "");
        store(selected.textContent ?? "");
        // Samples above change their height, too.
        window.scrollBy(0, selected.getBoundingClientRect().top - before);
        selected.focus({ preventScroll: true });
      };
      tab.addEventListener("click", () => select(tab));
      tab.addEventListener("keydown", ({ key }) => {
        const step = key === "ArrowRight" ? 1 : key === "ArrowLeft" ? -1 : 0;
        if (step !== 0) select(tabs[(index + step + tabs.length) % tabs.length]);
      });
    }
  choose(stored());
}

function create(element: HTMLElement, number: number): Tabs {
  const panels = [...element.querySelectorAll<HTMLElement>("section[data-label]")];
  const list = document.createElement("div");
  list.setAttribute("role", "tablist");
  list.setAttribute("aria-label", "Language");
  const tabs = panels.map((panel, index) => {
    const tab = document.createElement("button");
    tab.type = "button";
    tab.id = `tab-${number}-${index}`;
    tab.textContent = panel.dataset.label ?? "";
    tab.setAttribute("role", "tab");
    tab.setAttribute("aria-selected", String(index === 0));
    tab.setAttribute("aria-controls", `panel-${number}-${index}`);
    tab.tabIndex = index === 0 ? 0 : -1;
    panel.id = `panel-${number}-${index}`;
    panel.setAttribute("role", "tabpanel");
    panel.setAttribute("aria-labelledby", tab.id);
    panel.hidden = index !== 0;
    list.append(tab);
    return tab;
  });
  element.prepend(list);
  element.classList.add("ready");
  return { tabs, panels };
}

function stored(): string {
  try {
    return localStorage.getItem(STORED) ?? "";
  } catch {
    return "";
  }
}

function store(label: string): void {
  try {
    localStorage.setItem(STORED, label);
  } catch {
    // A browser without storage: the choice holds for this page.
  }
}
