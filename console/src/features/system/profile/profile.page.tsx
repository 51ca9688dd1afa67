import "./profile.css";
import type { ReplyOf } from "@tracewater/contract/call";
import { getProfile } from "@tracewater/contract/system/profile";
import Tabs from "antd/es/tabs";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import { useApi } from "../../../api/use-api.ts";
import { Card } from "../../../kit/card.tsx";
import { ErrorBox } from "../../../kit/error-box.tsx";
import { Loading } from "../../../kit/loading.tsx";
import { PageFrame } from "../../../kit/page-frame.tsx";
import { showToast } from "../../../kit/toasts.ts";
import { useRoleNames } from "../../../pickers/role-name.ts";
import { IdentityCard } from "./identity-card.tsx";
import { OwnData } from "./own-data.tsx";
import { OwnLogIns } from "./own-log-ins.tsx";
import { OwnSessions } from "./own-sessions.tsx";
import { PasskeyCard } from "./passkey-card.tsx";
import { PasswordForm } from "./password-form.tsx";
import { Portrait } from "./portrait.tsx";
import { Preferences } from "./preferences.tsx";
import { SecondFactorCard } from "./second-factor-card.tsx";

/** The personal centre: who one is, the ways into one's account, sessions and log-ins, and how one likes the console. */
export default function ProfilePage() {
  const { t } = useTranslation("system-profile");
  const [search, setSearch] = useSearchParams();
  const tab = search.get("tab") ?? "profile";
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
      <Tabs
        activeKey={tab}
        onChange={(key) => setSearch(key === "profile" ? "" : `tab=${key}`, { replace: true })}
        items={[
          { key: "profile", label: t("tab.profile"), children: <ProfileTab facts={facts} profile={data} /> },
          {
            key: "security",
            label: t("tab.security"),
            children: <SecurityTab shortestPassword={shortestPassword} />,
          },
          { key: "sessions", label: t("tab.sessions"), children: <SessionsTab /> },
          { key: "preferences", label: t("tab.preferences"), children: <PreferencesTab /> },
        ]}
      />
    </PageFrame>
  );
}

type Profile = ReplyOf<typeof getProfile>["data"];

function ProfileTab(props: { facts: readonly (readonly [string, string])[]; profile: Profile }) {
  const { t } = useTranslation("system-profile");
  return (
    <div className="profile-grid">
      <Card title={t("account")}>
        <Portrait avatar={props.profile.avatar} />
        <dl className="profile-facts">
          {props.facts.map(([label, value]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value || "—"}</dd>
            </div>
          ))}
        </dl>
      </Card>
      <Card title={t("data")}>
        <OwnData profile={props.profile} />
      </Card>
    </div>
  );
}

function SecurityTab({ shortestPassword }: { shortestPassword: number }) {
  const { t } = useTranslation("system-profile");
  return (
    <div className="profile-grid">
      <PasskeyCard />
      <SecondFactorCard />
      <Card title={t("password.title")} hint={t("password.ends")}>
        <PasswordForm
          shortest={shortestPassword}
          onDone={() => showToast({ tone: "success", text: t("password.done") })}
        />
      </Card>
      <IdentityCard />
    </div>
  );
}

function SessionsTab() {
  return (
    <div className="profile-grid">
      <OwnSessions />
      <OwnLogIns />
    </div>
  );
}

function PreferencesTab() {
  return (
    <div className="profile-grid">
      <Preferences />
    </div>
  );
}
