import { useCallback, useLayoutEffect, useRef } from "react";

/** A function that stays the same while what it does follows the latest drawing: parts that get it may be memoised. */
export function useSteady<A extends unknown[], R>(act: (...args: A) => R): (...args: A) => R {
  const latest = useRef(act);
  useLayoutEffect(() => {
    latest.current = act;
  });
  return useCallback((...args: A) => latest.current(...args), []);
}
