import { getProfile } from "@tracewater/contract/system/profile";
import Button from "antd/es/button";
import Modal from "antd/es/modal";
import { useTranslation } from "react-i18next";
import { useApi } from "../../api/use-api.ts";
import { PasswordForm } from "../../features/system/profile/password-form.tsx";
import { logOutToIndex } from "../failures/log-out-to-index.ts";

/** Who came in with a one-time password chooses their own before anything else is open to them. */
export function FirstPassword() {
  const { t } = useTranslation("app");
  const profile = useApi(getProfile, {});
  return (
    <Modal
      open
      centered
      width={460}
      title={t("firstPassword.title")}
      closable={false}
      keyboard={false}
      mask={{ closable: false }}
      footer={null}
    >
      <p>{t("firstPassword.text")}</p>
      <PasswordForm
        first={{ instead: <Button onClick={() => void logOutToIndex()}>{t("user.logOut")}</Button> }}
        shortest={profile.data?.shortestPassword ?? 12}
        // Everything they may do is fetched again.
        onDone={() => location.reload()}
      />
    </Modal>
  );
}
