import { maxPattern } from "@tracewater/contract/operations/search";
import Fuse from "fuse.js";

export type Findable = { title: string; trail: string; path: string; icon: string };

/** Spec 5: fuzzy, threshold 0.4, a pattern of at most 32 characters. */
export function makeFinder(pages: readonly Findable[]): (pattern: string) => Findable[] {
  const fuse = new Fuse([...pages], {
    threshold: 0.4,
    ignoreLocation: true,
    keys: [
      { name: "title", weight: 0.7 },
      { name: "path", weight: 0.3 },
    ],
  });
  return (pattern) => {
    const wanted = pattern.trim().slice(0, maxPattern).trim();
    return wanted === "" ? [...pages] : fuse.search(wanted).map(({ item }) => item);
  };
}
