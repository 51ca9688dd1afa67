import { useTranslation } from "react-i18next";
import { useSession } from "../../../api/session.ts";
import { Card } from "../../../kit/card.tsx";
import { useMenuTitle } from "../../../kit/menu-title.ts";
import { PathLink } from "../../../kit/path-link.tsx";
import { readRecent } from "../../../kit/recent-records.ts";

/** The records that the reader opened last in this browser. */
export function Recent() {
  const { t } = useTranslation("operations-home");
  const titleOf = useMenuTitle();
  const records = readRecent(useSession()?.user.userName ?? "");
  return (
    <Card title={t("recent.title")} ruled flush={records.length > 0}>
      {records.length === 0 ? (
        <p className="home-reason">{t("recent.none")}</p>
      ) : (
        <ul className="latest-loads" aria-label={t("recent.title")}>
          {records.map(({ path, name, title }) => (
            <li key={path}>
              <PathLink to={path}>{name}</PathLink>
              <span className="attention-subject">{titleOf(title)}</span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
