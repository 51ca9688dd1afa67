import { type ComponentType, type LazyExoticComponent, lazy } from "react";

/** The pages that this build has, by the path that the server's tree names: `fleet/devices/device-list`. */
const modules = import.meta.glob<{ default: ComponentType }>("../../features/**/*.page.tsx");

const lazyPages = new Map<string, LazyExoticComponent<ComponentType>>();

/** The page at a component path, loaded on demand; null where this build has none. */
export function pageAt(component: string): LazyExoticComponent<ComponentType> | null {
  const known = lazyPages.get(component);
  if (known) return known;
  const load = modules[moduleKey(component)];
  if (!load) return null;
  const made = lazy(load);
  lazyPages.set(component, made);
  return made;
}

/** Begins to load a page before it is asked for: the pointer rests on its link. */
export function preloadPage(component: string): void {
  void modules[moduleKey(component)]?.();
}

const moduleKey = (component: string) => `../../features/${component}.page.tsx`;
