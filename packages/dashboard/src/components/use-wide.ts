import { useSyncExternalStore } from "react";

/** As wide as in the styles: three columns have room. */
const wide = matchMedia("(min-width: 80rem)");

/** True while the window has room for three columns. */
export function useWide(): boolean {
  return useSyncExternalStore(subscribe, () => wide.matches);
}

function subscribe(onChange: () => void): () => void {
  wide.addEventListener("change", onChange);
  return () => wide.removeEventListener("change", onChange);
}
