import { type RefCallback, useCallback, useState } from "react";

/** A ref, and whether its element has been in view. */
export function useSeen(): readonly [RefCallback<HTMLElement>, boolean] {
  const [isSeen, setSeen] = useState(false);
  const place = useCallback((element: HTMLElement | null) => {
    if (!element) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
        setSeen(true);
        observer.disconnect();
      },
      { rootMargin: "200px" },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [place, isSeen];
}
