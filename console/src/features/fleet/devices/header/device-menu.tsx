import {
  changeDeviceStatus,
  getDeviceOfAnyFamily,
  listDevices,
  resetDeviceSecret,
} from "@tracewater/contract/fleet/devices";
import Button from "antd/es/button";
import Dropdown from "antd/es/dropdown";
import Modal from "antd/es/modal";
import { Ellipsis, KeyRound, Power } from "lucide-react";
import { useState } from "react";
import { hasPermission, useSession } from "../../../../api/session.ts";
import { invalidate, useApiMutation } from "../../../../api/use-api.ts";
import { showToast } from "../../../../kit/toasts.ts";
import { familyPermission } from "../families/family-facts.ts";
import type { OpenDevice } from "../model/use-device.ts";
import { useWords } from "../model/words.ts";
import { type Credentials, CredentialsDialog } from "../secrets/credentials.tsx";

/** Reset the secret, disable or enable: each asks once and names the device. Only what the role may do is listed. */
export function DeviceMenu({ open }: { open: OpenDevice }) {
  const { t } = useWords();
  const session = useSession();
  const [credentials, setCredentials] = useState<Credentials | null>(null);
  const reset = useApiMutation(resetDeviceSecret);
  const changeStatus = useApiMutation(changeDeviceStatus);
  const [confirm, confirmPlace] = useConfirm();
  const { device, facts } = open;
  const name = device.deviceName;
  const params = { family: facts.family };
  const disabled = device.status === "1";

  const askReset = () =>
    confirm("reset", name, async () => {
      const reply = await reset.mutateAsync({ params: { ...params, id: device.id } });
      setCredentials(reply.data);
    });
  const askStatus = () =>
    confirm(disabled ? "enable" : "disable", name, async () => {
      await changeStatus.mutateAsync({ params, body: { id: device.id, status: disabled ? "0" : "1" } });
      showToast({ tone: "success", text: t(disabled ? "menu.enabled" : "menu.disabled", { name }) });
      await Promise.all([invalidate(getDeviceOfAnyFamily), invalidate(listDevices)]);
    });

  const items = [
    ...(hasPermission(familyPermission(facts, "secret"), session)
      ? [{ key: "reset", icon: <KeyRound size={16} />, label: t("menu.reset"), onClick: askReset }]
      : []),
    ...(hasPermission(familyPermission(facts, "edit"), session)
      ? [
          {
            key: "status",
            icon: <Power size={16} />,
            label: t(disabled ? "menu.enable" : "menu.disable"),
            danger: !disabled,
            onClick: askStatus,
          },
        ]
      : []),
  ];
  if (items.length === 0) return null;
  return (
    <>
      {confirmPlace}
      <Dropdown trigger={["click"]} placement="bottomRight" menu={{ items }}>
        <Button icon={<Ellipsis size={16} />} aria-label={t("menu.label")} />
      </Dropdown>
      {credentials === null ? null : (
        <CredentialsDialog credentials={credentials} onClose={() => setCredentials(null)} />
      )}
    </>
  );
}

function useConfirm() {
  const [modal, place] = Modal.useModal();
  const { t } = useWords();
  const confirm = (what: "reset" | "enable" | "disable", name: string, act: () => Promise<void>) => {
    modal.confirm({
      title: t(`menu.confirm.${what}`, { name }),
      content: t(`menu.confirm.${what}Text`),
      okText: t(`menu.${what}`),
      okButtonProps: { danger: what !== "enable" },
      cancelText: t("cancel"),
      // A refusal is told by the shell; the dialog closes and nothing has changed.
      onOk: () => act().catch(() => undefined),
    });
  };
  return [confirm, place] as const;
}
