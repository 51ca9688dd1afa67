import { useTranslation } from "react-i18next";

/** Titles of the server's tree are keys of the menu's texts, or plain text that is printed as it is. */
export function useMenuTitle(): (title: string) => string {
  const { t, i18n } = useTranslation("app");
  return (title) => (i18n.exists(title, { ns: "app" }) ? t(title, title) : title);
}

/** The title as the side bar prints it, on one line of 200 px: a shorter one where there is one. */
export function useShortTitle(): (title: string) => string {
  const { t, i18n } = useTranslation("app");
  const titleOf = useMenuTitle();
  return (title) => {
    const short = title.replace(/^(page|menu)\./, "short.");
    return short !== title && i18n.exists(short, { ns: "app" }) ? t(short, title) : titleOf(title);
  };
}
