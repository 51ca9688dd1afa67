import { endOwnSessions, listOwnSessions } from "@tracewater/contract/system/profile";
import Button from "antd/es/button";
import { Monitor } from "lucide-react";
import { useTranslation } from "react-i18next";
import { invalidate, useApi, useApiMutation } from "../../../api/use-api.ts";
import { Card } from "../../../kit/card.tsx";
import { ErrorBox } from "../../../kit/error-box.tsx";
import { Loading } from "../../../kit/loading.tsx";

/** Where one is logged in, and logging out there. */
export function OwnSessions() {
  const { t } = useTranslation("system-profile");
  const found = useApi(listOwnSessions, {}, { handled: true });
  const end = useApiMutation(endOwnSessions);
  const sessions = found.data?.data ?? [];
  const others = sessions.filter((one) => !one.current);
  const endThese = (ids: string) =>
    void end.mutateAsync({ params: { ids } }).then(
      () => invalidate(listOwnSessions),
      () => undefined, // the shell has said why
    );
  return (
    <Card
      title={t("sessions.title")}
      extra={
        others.length === 0 ? null : (
          <Button
            loading={end.isPending}
            onClick={() => endThese(others.map((one) => one.tokenId).join(","))}
          >
            {t("sessions.endOthers")}
          </Button>
        )
      }
    >
      {found.isPending ? <Loading lines={3} /> : null}
      {found.error !== null && found.data === undefined ? (
        <ErrorBox error={found.error} onRetry={() => void found.refetch()} />
      ) : null}
      <ul className="profile-sessions">
        {sessions.map((one) => (
          <li key={one.tokenId}>
            <Monitor size={20} strokeWidth={1.5} aria-hidden="true" />
            <div>
              <div>
                {[one.browser, one.os].filter(Boolean).join(" · ") || t("sessions.unknown")}
                {one.current ? <span className="profile-current">{t("sessions.current")}</span> : null}
              </div>
              <div className="profile-quiet">
                {t(`way.${one.way}`)}
                {one.factor === "none" || one.factor === one.way ? "" : ` + ${t(`factor.${one.factor}`)}`} ·{" "}
                {one.ipaddr} · {t("sessions.since", { at: one.loginTime })} ·{" "}
                {t("sessions.seen", { at: one.lastSeen })}
              </div>
            </div>
            {one.current ? null : (
              <Button type="text" onClick={() => endThese(String(one.tokenId))}>
                {t("sessions.end")}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Card>
  );
}
