import "./situation.css";
import { Construction } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { Blank } from "../../../kit/blank.tsx";
import { PageFrame } from "../../../kit/page-frame.tsx";
import { useRouteTitle } from "../../../kit/route-facts.tsx";
import { situationScreens } from "./screens.ts";

/** The entry of the situation screens. What a later version brings is said, and nothing invented is shown. */
export default function SituationPage() {
  const { t } = useTranslation("operations-situation");
  const words = useTranslation("app").t;
  return (
    <PageFrame>
      <Blank
        icon={<Construction size={36} strokeWidth={1.2} />}
        title={useRouteTitle()}
        text={t("notYet")}
        action={<Link to="/index">{t("home")}</Link>}
      />
      <nav className="situation-screens" aria-label={t("screens")}>
        {situationScreens.map(({ url, title }) => (
          <Link key={url} to={url}>
            {words(title)}
          </Link>
        ))}
      </nav>
    </PageFrame>
  );
}
