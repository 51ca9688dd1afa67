import { changeDeviceStatus } from "@tracewater/contract/fleet/devices";
import { families } from "@tracewater/contract/fleet/families";
import Button from "antd/es/button";
import Dropdown from "antd/es/dropdown";
import Modal from "antd/es/modal";
import { ArrowLeftRight, Ellipsis, KeyRound, Pencil, Power, QrCode, Replace, Trash2 } from "lucide-react";
import { lazy, type ReactNode, Suspense, useState } from "react";
import { useNavigate } from "react-router";
import { hasPermission, useSession } from "../../../../api/session.ts";
import { useApiMutation } from "../../../../api/use-api.ts";
import { useDeviceTexts } from "../../../../device/device-texts.ts";
import { renewDevices } from "../../../../device/dialogs/use-lifecycle.ts";
import { familyPermission } from "../../../../device/families/family-config.ts";
import type { OpenDevice } from "../../../../device/use-device.ts";
import { showToast } from "../../../../kit/toasts.ts";
import type { OpenLifecycle } from "../lifecycle/open-lifecycle.tsx";
import { useSecretReset } from "../secrets/use-secret-reset.tsx";

const OpenLifecycleDialog = lazy(() =>
  import("../lifecycle/open-lifecycle.tsx").then((module) => ({ default: module.OpenLifecycleDialog })),
);

/** What is seldom done with a device; each asks once and names it. Only what the role may do is listed. */
export function DeviceMenu({ open }: { open: OpenDevice }) {
  const { t } = useDeviceTexts();
  const navigate = useNavigate();
  const [dialog, setDialog] = useState<OpenLifecycle | null>(null);
  const reset = useSecretReset(open);
  const { confirmPlace, askStatus } = useStatusQuestion(open);
  const items = useItems(open, { setDialog, askReset: reset.ask, askStatus });
  if (items.length === 0) return null;
  return (
    <>
      {reset.dialogs}
      {confirmPlace}
      <Dropdown trigger={["click"]} placement="bottomRight" menu={{ items }}>
        <Button icon={<Ellipsis size={16} />} aria-label={t("menu.label")} />
      </Dropdown>
      {dialog === null ? null : (
        <Suspense>
          <OpenLifecycleDialog
            familyConfig={open.familyConfig}
            open={dialog}
            onRemoved={() => void navigate(families[open.familyConfig.family].listPath)}
            onClose={() => setDialog(null)}
          />
        </Suspense>
      )}
    </>
  );
}

type Acts = { setDialog: (open: OpenLifecycle) => void; askReset: () => void; askStatus: () => void };

function useItems({ device, familyConfig }: OpenDevice, acts: Acts) {
  const { t } = useDeviceTexts();
  const session = useSession();
  const may = (verb: "edit" | "remove" | "secret") =>
    hasPermission(familyPermission(familyConfig, verb), session);
  const item = (key: string, icon: ReactNode, label: string, onClick: () => void, danger = false) => [
    { key, icon, label, onClick, danger },
  ];
  const { id, deviceName, unitId, tags } = device;
  const chosen = { id, deviceName, unitId, tags };
  const isOff = device.status === "1";
  const status = may("edit")
    ? item("status", <Power size={16} />, t(isOff ? "menu.enable" : "menu.disable"), acts.askStatus, !isOff)
    : [];
  // A retired device is looked at, and restored; nothing else is done with it.
  if (device.retiredAt !== null) return status;
  const open = (kind: "move" | "remove" | "label") => () => acts.setDialog({ kind, chosen: [chosen] });
  return [
    ...(may("edit")
      ? [
          ...item("edit", <Pencil size={16} />, t("life.menu.edit"), () =>
            acts.setDialog({ kind: "edit", device }),
          ),
          ...item("move", <ArrowLeftRight size={16} />, t("life.menu.move"), open("move")),
          ...item("replace", <Replace size={16} />, t("life.menu.replace"), () =>
            acts.setDialog({ kind: "replace", device: chosen }),
          ),
        ]
      : []),
    ...(may("secret")
      ? [
          ...item("label", <QrCode size={16} />, t("life.menu.label"), open("label")),
          ...item("reset", <KeyRound size={16} />, t("menu.reset"), acts.askReset),
        ]
      : []),
    ...status,
    ...(may("remove")
      ? item("remove", <Trash2 size={16} />, t("life.menu.remove"), open("remove"), true)
      : []),
  ];
}

function useStatusQuestion({ device, familyConfig }: OpenDevice) {
  const { t } = useDeviceTexts();
  const changeStatus = useApiMutation(changeDeviceStatus);
  const [confirm, confirmPlace] = useConfirm();
  const name = device.deviceName;
  const params = { family: familyConfig.family };
  const isOff = device.status === "1";
  return {
    confirmPlace,
    askStatus: () =>
      confirm(isOff ? "enable" : "disable", name, async () => {
        await changeStatus.mutateAsync({ params, body: { id: device.id, status: isOff ? "0" : "1" } });
        showToast({ tone: "success", text: t(isOff ? "menu.enabled" : "menu.disabled", { name }) });
        await renewDevices();
      }),
  };
}

function useConfirm() {
  const [modal, place] = Modal.useModal();
  const { t } = useDeviceTexts();
  const confirm = (what: "enable" | "disable", name: string, act: () => Promise<void>) => {
    modal.confirm({
      title: t(`menu.confirm.${what}`, { name }),
      content: t(`menu.confirm.${what}Text`),
      okText: t(`menu.${what}`),
      okButtonProps: { danger: what !== "enable" },
      cancelText: t("cancel"),
      // A refusal is shown by the shell; the dialog closes and nothing has changed.
      onOk: () => act().catch(() => undefined),
    });
  };
  return [confirm, place] as const;
}
