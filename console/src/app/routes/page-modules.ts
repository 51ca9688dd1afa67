import { familyComponents } from "@tracewater/contract/system/family-names";
import { type ComponentType, type LazyExoticComponent, lazy } from "react";
import { loadPageTexts } from "../i18n/i18n.ts";

/** The pages that this build has, by the path that the server's tree names: `fleet/devices/device-list`. */
const modules = import.meta.glob<{ default: ComponentType }>("../../features/**/*.page.tsx");

const lazyPages = new Map<string, LazyExoticComponent<ComponentType>>();

/** The page at a component path, loaded on demand; null where this build has none. */
export function pageAt(component: string): LazyExoticComponent<ComponentType> | null {
  const known = lazyPages.get(component);
  if (known) return known;
  if (modules[moduleKey(component)] === undefined) return null;
  const made = lazy(() =>
    loadPage(component).catch((fault: unknown) => {
      lazyPages.delete(component); // else it could never be fetched again
      throw new PageNotLoaded(component, { cause: fault });
    }),
  );
  lazyPages.set(component, made);
  return made;
}

/** The page's own file could not be fetched: the line or the server was away. */
export class PageNotLoaded extends Error {}

/** Begins to load a page before it is asked for: the pointer rests on its link. */
export function preloadPage(component: string): void {
  if (modules[moduleKey(component)] === undefined) return;
  loadPage(component).catch(() => undefined); // only a favour: it is asked for again when it is opened
}

/** A page and the words of its feature, side by side. */
async function loadPage(component: string): Promise<{ default: ComponentType }> {
  const [page] = await Promise.all([modules[moduleKey(component)]?.(), loadPageTexts(component)]);
  if (page === undefined) throw new Error(`no page at ${component}`);
  return page;
}

/** Pages that a menu names as clients of the family do are ours under another name. */
const moduleKey = (component: string) =>
  `../../features/${Object.hasOwn(familyComponents, component) ? familyComponents[component] : component}.page.tsx`;
