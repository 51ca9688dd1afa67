import { resetDeviceSecret } from "@tracewater/contract/fleet/devices";
import Modal from "antd/es/modal";
import { type ReactNode, useState } from "react";
import { hasPermission, useSession } from "../../../../api/session.ts";
import { useApiMutation } from "../../../../api/use-api.ts";
import { useDeviceTexts } from "../../../../device/device-texts.ts";
import { renewDevices } from "../../../../device/dialogs/use-lifecycle.ts";
import { familyPermission } from "../../../../device/families/family-config.ts";
import type { OpenDevice } from "../../../../device/use-device.ts";
import { type Credentials, CredentialsDialog } from "./credentials.tsx";

/** Asks once, resets the device's secret, and shows the new one. */
export function useSecretReset({ device, familyConfig }: OpenDevice): {
  isAllowed: boolean;
  ask: () => void;
  /** The dialogs; drawn by who asks. */
  dialogs: ReactNode;
} {
  const { t } = useDeviceTexts();
  const session = useSession();
  const reset = useApiMutation(resetDeviceSecret);
  const [modal, place] = Modal.useModal();
  const [credentials, setCredentials] = useState<Credentials | null>(null);
  const params = { family: familyConfig.family, id: device.id };
  const act = async () => {
    const reply = await reset.mutateAsync({ params });
    setCredentials(reply.data);
    await renewDevices();
  };
  return {
    isAllowed: hasPermission(familyPermission(familyConfig, "secret"), session) && device.retiredAt === null,
    ask: () =>
      modal.confirm({
        title: t("menu.confirm.reset", { name: device.deviceName }),
        content: t("menu.confirm.resetText"),
        okText: t("menu.reset"),
        okButtonProps: { danger: true },
        cancelText: t("cancel"),
        // A refusal is shown by the shell; the dialog closes and nothing has changed.
        onOk: () => act().catch(() => undefined),
      }),
    dialogs: (
      <>
        {place}
        {credentials === null ? null : (
          <CredentialsDialog credentials={credentials} onClose={() => setCredentials(null)} />
        )}
      </>
    ),
  };
}
