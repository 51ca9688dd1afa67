import {
  type AnalyteCategory,
  analyteCategory,
  firstCategory,
} from "@tracewater/contract/laboratory/factors";
import { useEffect, useEffectEvent, useState } from "react";
import { useMedia } from "../../../../kit/phone.ts";
import type { SituationLoads } from "./use-wall-data.ts";

const turnMs = 20_000;
const restMs = 60_000;

/**
 * One category at a time: list, ranking and map speak of the same. They take turns, those without results left out;
 * one that somebody chose stays for a minute, and nothing turns where less motion is asked for.
 */
export function useCategory(): {
  category: AnalyteCategory;
  /** The one that comes after it. */
  next: AnalyteCategory;
  choose: (category: AnalyteCategory) => void;
  take: (loads: SituationLoads | null) => void;
} {
  const [category, setCategory] = useState(firstCategory);
  const [measured, setMeasured] = useState("");
  const [restUntil, setRestUntil] = useState(0);
  const isStill = useMedia("(prefers-reduced-motion: reduce)");
  const turn = useEffectEvent(() => {
    if (Date.now() >= restUntil) setCategory((now) => following(now, measured));
  });
  useEffect(() => {
    if (isStill) return;
    const timer = setInterval(turn, turnMs);
    return () => clearInterval(timer);
  }, [isStill]);
  return {
    category,
    next: following(category, measured),
    choose(next) {
      setCategory(next);
      setRestUntil(Date.now() + restMs);
    },
    take(loads) {
      const names = (loads?.categories ?? []).flatMap((one) => (one.mean === null ? [] : one.category));
      if (names.join(",") === measured) return;
      setMeasured(names.join(","));
      // What was not measured is not begun with.
      const [first] = names;
      if (first !== undefined && !names.includes(category)) setCategory(first);
    },
  };
}

function following(now: AnalyteCategory, measured: string): AnalyteCategory {
  const names = analyteCategory.options.filter((name) => measured.split(",").includes(name));
  return names[(names.indexOf(now) + 1) % names.length] ?? now;
}
