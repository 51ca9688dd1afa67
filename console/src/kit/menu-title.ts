import { useTranslation } from "react-i18next";

/** Titles of the server's tree are keys of the menu's texts, or plain text that is printed as it is. */
export function useMenuTitle(): (title: string) => string {
  const { t, i18n } = useTranslation("app");
  return (title) => (i18n.exists(title, { ns: "app" }) ? t(title, title) : title);
}
