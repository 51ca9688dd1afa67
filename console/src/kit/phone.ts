import { useSyncExternalStore } from "react";

/** Below 768 px rows become cards and the search form folds. */
const phone = "(max-width: 767px)";
/** Spec 9: below 992 px the sidebar is a drawer. */
const narrow = "(max-width: 991px)";

export function useIsPhone(): boolean {
  return useMedia(phone);
}

export function useIsNarrow(): boolean {
  return useMedia(narrow);
}

export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (listener) => {
      const media = matchMedia(query);
      media.addEventListener("change", listener);
      return () => media.removeEventListener("change", listener);
    },
    () => matchMedia(query).matches,
  );
}
