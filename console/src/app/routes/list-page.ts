import type { ShellPage } from "./shell-page.ts";

/** Where a thing of traceability is listed: the folder of that list's page. */
const foldersOfTraced: Readonly<Record<string, string>> = {
  plan: "laboratory/plans",
  bottle: "field/bottles",
  sampling: "laboratory/samplings",
  delivery: "laboratory/deliveries",
  assay: "laboratory/assays",
  load: "laboratory/loads",
  report: "laboratory/reports",
};

/** Pages of another feature than their list's: the folder of that list's page. */
const foldersOfOthers: Readonly<Record<string, string>> = {
  "field/samplers/auto-detail": "laboratory/samplings",
};

type Place = Pick<ShellPage, "path" | "component" | "query" | "hidden">;

/**
 * The page of the menu that lists what a hidden page shows one of: of the same folder and, for devices, of the same
 * family. Undefined for a page of the menu itself and where no list is known.
 */
export function listPageOf<P extends Place>(
  page: Place,
  params: Readonly<Record<string, string | undefined>>,
  pages: readonly P[],
): P | undefined {
  if (!page.hidden) return undefined;
  const isTraced = folderOf(page) === "laboratory/thread";
  const folder = isTraced
    ? foldersOfTraced[params["kind"] ?? ""]
    : (foldersOfOthers[page.component] ?? folderOf(page));
  const shown = pages.filter((one) => !one.hidden && !one.path.includes(":") && folderOf(one) === folder);
  const sameFamily = shown.filter((one) => one.query["family"] === page.query["family"]);
  const word = firstWord(page);
  const near = sameFamily.filter((one) => firstWord(one) === word);
  // `measureBoard_tab` shows one of `measureBoard`, not one of the first list under the same word.
  return near.find((one) => page.path.startsWith(one.path)) ?? near[0] ?? sameFamily[0];
}

const folderOf = ({ component }: Place) => component.slice(0, component.lastIndexOf("/"));
const firstWord = ({ path }: Place) => path.split("/")[1];
