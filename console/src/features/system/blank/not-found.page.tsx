import { Compass } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { EmptyState } from "../../../kit/empty-state.tsx";

export default function NotFoundPage() {
  const { t } = useTranslation("system-blank");
  return (
    <EmptyState
      icon={<Compass size={36} strokeWidth={1.2} />}
      title={t("notFound.title")}
      text={t("notFound.text")}
      action={<Link to="/index">{t("home")}</Link>}
    />
  );
}
