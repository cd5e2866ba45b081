import { getRouteApi } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";

const route = getRouteApi("/spaces/$spaceId/documents/$documentId");

/** A passage to scroll to. A new object scrolls again. */
interface Target {
  readonly index: number;
}

/** The chosen passage and the shown page of the original, which the address holds, and where to scroll to show them. */
export function useChosenPassage() {
  const { passage: chosen, page } = route.useSearch();
  const navigate = route.useNavigate();
  const [inList, setInList] = useState<Target>();
  const [onPage, setOnPage] = useState<Target>();
  /** The passage that was chosen here, not by a link. */
  const chosenHere = useRef<number>(undefined);

  useEffect(() => {
    if (chosen !== undefined && chosen !== chosenHere.current) setInList({ index: chosen });
    chosenHere.current = chosen;
  }, [chosen]);

  function show(search: { passage: number | undefined; page: number | undefined }): void {
    void navigate({ to: ".", search, replace: true, resetScroll: false });
  }

  return {
    chosen,
    /** The page that the address names. */
    page,
    /** The passage to scroll to in the list: it was chosen elsewhere. */
    inList,
    /** The passage to scroll to on the page: it was chosen in the list. */
    onPage,
    chooseInList(index: number, shownPage: number | undefined): void {
      chosenHere.current = index;
      setOnPage({ index });
      show({ passage: index, page: shownPage });
    },
    chooseElsewhere(index: number, shownPage: number | undefined): void {
      chosenHere.current = index;
      setOnPage(undefined);
      setInList({ index });
      show({ passage: index, page: shownPage });
    },
    turnTo(shownPage: number): void {
      show({ passage: chosen, page: shownPage });
    },
  };
}
