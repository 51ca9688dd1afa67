import "./profile.css";
import { getProfile } from "@tracewater/contract/system/profile";
import { useTranslation } from "react-i18next";
import { useApi } from "../../../api/use-api.ts";
import { Card } from "../../../kit/card.tsx";
import { ErrorBox } from "../../../kit/error-box.tsx";
import { Loading } from "../../../kit/loading.tsx";
import { PageFrame } from "../../../kit/page-frame.tsx";
import { showToast } from "../../../kit/toasts.ts";
import { useRoleNames } from "../../../pickers/role-name.ts";
import { OwnData } from "./own-data.tsx";
import { OwnSessions } from "./own-sessions.tsx";
import { PasswordForm } from "./password-form.tsx";
import { Portrait } from "./portrait.tsx";

/** The personal centre: who one is, one's data, password and sessions. */
export default function ProfilePage() {
  const { t } = useTranslation("system-profile");
  const rolesOf = useRoleNames();
  const profile = useApi(getProfile, {}, { handled: true });
  if (profile.data === undefined) {
    return (
      <PageFrame title={t("title")}>
        {profile.error === null ? (
          <Loading lines={6} />
        ) : (
          <ErrorBox error={profile.error} onRetry={() => void profile.refetch()} />
        )}
      </PageFrame>
    );
  }
  const { data, roleGroup, postGroup, shortestPassword } = profile.data;
  const facts = [
    [t("userName"), data.userName],
    [t("unit"), data.deptName || t("noUnit")],
    [t("roles"), rolesOf(roleGroup)],
    [t("posts"), postGroup],
    [t("created"), data.createTime],
  ] as const;
  return (
    <PageFrame title={t("title")}>
      <div className="profile-grid">
        <Card title={t("account")}>
          <Portrait avatar={data.avatar} />
          <dl className="profile-facts">
            {facts.map(([label, value]) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{value || "—"}</dd>
              </div>
            ))}
          </dl>
        </Card>
        <Card title={t("data")}>
          <OwnData profile={data} />
        </Card>
        <Card title={t("password.title")} hint={t("password.ends")}>
          <PasswordForm
            shortest={shortestPassword}
            onDone={() => showToast({ tone: "success", text: t("password.done") })}
          />
        </Card>
        <OwnSessions />
      </div>
    </PageFrame>
  );
}
