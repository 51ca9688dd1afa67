import { Construction } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Link, useLocation } from "react-router";
import { EmptyState } from "../../../kit/empty-state.tsx";
import { useRouteTitle } from "../../../kit/route-metadata.tsx";

/** A page of the specification that a later version brings; it says so and shows nothing invented. */
export default function NotYetPage() {
  const { t, i18n } = useTranslation("system-blank");
  const { pathname } = useLocation();
  const title = useRouteTitle();
  const parts = pathname.toLowerCase().split("/").slice(1);
  // `/camera/camera` has a sentence of its own; `/visual/{child}` has that of `/visual`.
  const key = [parts.join("_"), parts[0]]
    .map((name) => `purpose.${name}`)
    .find((name) => i18n.exists(name, { ns: "system-blank" }));
  const purpose = key === undefined ? null : t(key, "");
  return (
    <EmptyState
      icon={<Construction size={36} strokeWidth={1.2} />}
      title={title}
      text={purpose === null ? t("notYet.text") : `${purpose} ${t("notYet.text")}`}
      action={<Link to="/index">{t("home")}</Link>}
    />
  );
}
