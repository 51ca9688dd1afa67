import Button from "antd/es/button";
import { Zap } from "lucide-react";
import { useState } from "react";
import { useNavigate } from "react-router";
import { Allowed } from "../../../../api/allowed.tsx";
import { QuickCommand } from "../../../../device/command-form/quick-command.tsx";
import { useDeviceTexts } from "../../../../device/device-texts.ts";
import { devicePath, familyPermission } from "../../../../device/families/family-config.ts";
import type { OpenDevice } from "../../../../device/use-device.ts";
import { DeviceMenu } from "./device-menu.tsx";

/** The family's main commands, and what is seldom done in a menu. On a phone they are at the bottom. */
export function DeviceActions({ open }: { open: OpenDevice }) {
  const { device, familyConfig } = open;
  const { t } = useDeviceTexts();
  const navigate = useNavigate();
  const [service, setService] = useState<string | null>(null);
  return (
    <div className="device-actions">
      <Allowed to={familyPermission(familyConfig, "command")}>
        {familyConfig.mainCommands.map((command) => (
          <Button
            key={command.service}
            icon={<command.icon size={16} strokeWidth={1.6} />}
            onClick={() => setService(command.service)}
          >
            {t(`mainCommand.${command.service}`)}
          </Button>
        ))}
        <Button
          type="primary"
          icon={<Zap size={16} strokeWidth={1.6} />}
          onClick={() => void navigate(devicePath(familyConfig, device, "server_down"))}
        >
          {t("header.sendCommand")}
        </Button>
        {service === null ? null : (
          <QuickCommand open={open} service={service} onClose={() => setService(null)} />
        )}
      </Allowed>
      <DeviceMenu open={open} />
    </div>
  );
}
