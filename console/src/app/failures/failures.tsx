import Modal from "antd/es/modal";
import { useEffect, useEffectEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import type { ApiError } from "../../api/api-error.ts";
import { onFailure } from "../../api/failure.ts";
import { logOut } from "../../api/session.ts";
import { showToast } from "../../kit/toasts.ts";
import { describeFailure } from "./describe-failure.ts";

/** The one place that says what failed. However many calls meet an expired session, there is one dialog. */
export function Failures() {
  const { t } = useTranslation("app");
  const [expired, setExpired] = useState(false);
  const hear = useEffectEvent((failure: ApiError) => {
    const described = describeFailure(failure);
    if (described.show === "expired") return setExpired(true);
    if (described.show === "notification") {
      return showToast({ tone: "error", title: t(described.key), text: described.text });
    }
    const text = "text" in described ? described.text : t(described.key, described.values ?? {});
    showToast({ tone: described.tone, text });
  });
  useEffect(() => onFailure((failure) => hear(failure)), []);
  return (
    <Modal
      open={expired}
      centered
      width={420}
      title={t("expired.title")}
      okText={t("expired.again")}
      cancelText={t("expired.stay")}
      onCancel={() => setExpired(false)}
      onOk={() => void leave()}
    >
      {t("expired.text")}
    </Modal>
  );
}

/** Spec 4: re-login logs out and goes to /index, which leads to the log-in. */
async function leave(): Promise<void> {
  await logOut();
  location.href = "/index";
}
