import { createContext, use, useEffect } from "react";

/** Takes the name of the record that a page shows. */
const PageNameContext = createContext<(name: string) => void>(() => undefined);

export const PageNameProvider = PageNameContext.Provider;

/** Names the page's tab, its place in the breadcrumb and the window after the record that it shows. */
export function usePageName(name: string | undefined): void {
  const report = use(PageNameContext);
  useEffect(() => {
    if (name !== undefined && name !== "") report(name);
  }, [report, name]);
}
