import { useTranslation } from "react-i18next";
import { facts } from "../../kit/facts.ts";

export function Footer() {
  const { t } = useTranslation("app");
  return (
    <footer className="shell-footer">
      {t("footer.copyright")}
      {facts.filing ? ` · ${t("footer.filing", { number: facts.filing })}` : null}
    </footer>
  );
}
