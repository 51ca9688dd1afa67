import "./profile.css";
import { useTranslation } from "react-i18next";
import { useSession } from "../../../api/session.ts";
import { Card } from "../../../kit/card.tsx";
import { PageFrame } from "../../../kit/page-frame.tsx";

/** The personal centre: who one is, and what one may. Changing it comes with user management. */
export default function ProfilePage() {
  const { t } = useTranslation("system-profile");
  const session = useSession();
  if (!session) return null;
  const { user, roles, permissions } = session;
  const everything = permissions.includes("*:*:*");
  const facts = [
    [t("userName"), user.userName],
    [t("nickName"), user.nickName],
    [t("unit"), user.deptName || t("allUnits")],
    [t("roles"), roles.join(", ")],
    [t("permissions"), everything ? t("everything") : t("permissionCount", { count: permissions.length })],
  ] as const;
  return (
    <PageFrame title={t("title")} hint={t("hint")}>
      <Card title={t("account")} className="profile-card">
        <dl className="profile-facts">
          {facts.map(([label, value]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value || "—"}</dd>
            </div>
          ))}
        </dl>
      </Card>
    </PageFrame>
  );
}
