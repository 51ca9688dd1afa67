import { useTranslation } from "react-i18next";
import { siteConfig } from "../../kit/site-config.ts";

export function Footer() {
  const { t } = useTranslation("app");
  return (
    <footer className="shell-footer">
      {t("footer.copyright")}
      {siteConfig.filing ? ` · ${t("footer.filing", { number: siteConfig.filing })}` : null}
    </footer>
  );
}
