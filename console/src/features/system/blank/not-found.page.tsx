import { Compass } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { Blank } from "../../../kit/blank.tsx";

export default function NotFoundPage() {
  const { t } = useTranslation("system-blank");
  return (
    <Blank
      icon={<Compass size={36} strokeWidth={1.2} />}
      title={t("notFound.title")}
      text={t("notFound.text")}
      action={<Link to="/index">{t("home")}</Link>}
    />
  );
}
