import type { Locale } from "@tracewater/contract/locales";
import { createContext, use, useEffect } from "react";
import { useLocale } from "./use-localized.ts";

/** Takes the name of the record that a page shows, and the language of its words; a number has none. */
export type TakePageName = (name: string, locale?: Locale) => void;

const PageNameContext = createContext<TakePageName>(() => undefined);

export const PageNameProvider = PageNameContext.Provider;

/**
 * Names the page's tab, its place in the breadcrumb and the window after the record that it shows. A hidden page cannot name
 * itself again: in another language a name with words gives way to the page's title until the page is shown.
 */
export function usePageName(name: string | undefined, isTranslated = false): void {
  const report = use(PageNameContext);
  const shown = useLocale();
  const locale = isTranslated ? shown : undefined;
  useEffect(() => {
    if (name !== undefined && name !== "") report(name, locale);
  }, [report, name, locale]);
}
