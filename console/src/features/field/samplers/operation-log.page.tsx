import "./samplers.css";
import { Smartphone } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Blank } from "../../../kit/blank.tsx";
import { Card } from "../../../kit/card.tsx";
import { PathLink } from "../../../kit/path-link.tsx";
import { useTabPath } from "./use-sampler.ts";

/** What APP users did to the device: nobody can yet, and the page says so. */
export default function OperationLogPage() {
  const { t } = useTranslation("field-samplers");
  const pathTo = useTabPath();
  return (
    <Card>
      <Blank
        icon={<Smartphone size={32} strokeWidth={1.3} />}
        title={t("log.app.title")}
        text={t("log.app.text")}
        action={<PathLink to={pathTo("win_operation_log")}>{t("log.app.action")}</PathLink>}
      />
    </Card>
  );
}
