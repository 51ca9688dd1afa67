import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { Forbidden } from "../../../kit/forbidden.tsx";

export default function NoAccessPage() {
  const { t } = useTranslation("system-blank");
  return (
    <div className="notice">
      <Forbidden />
      <Link to="/index">{t("home")}</Link>
    </div>
  );
}
