import { Construction } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Link, useLocation } from "react-router";
import { Blank } from "../../../kit/blank.tsx";
import { useRouteTitle } from "../../../kit/route-facts.tsx";

/** A page of the specification that a later version brings; it says so and shows nothing invented. */
export default function NotYetPage() {
  const { t, i18n } = useTranslation("system-blank");
  const { pathname } = useLocation();
  const title = useRouteTitle();
  const key = `purpose.${pathname.split("/").slice(1).join("_").toLowerCase()}`;
  const purpose = i18n.exists(key, { ns: "system-blank" }) ? t(key) : null;
  return (
    <Blank
      icon={<Construction size={36} strokeWidth={1.2} />}
      title={title}
      text={purpose === null ? t("notYet.text") : `${purpose} ${t("notYet.text")}`}
      action={<Link to="/index">{t("home")}</Link>}
    />
  );
}
