import Button from "antd/es/button";
import { Zap } from "lucide-react";
import { useState } from "react";
import { useNavigate } from "react-router";
import { Allowed } from "../../../../api/allowed.tsx";
import { QuickCommand } from "../commands/quick-command.tsx";
import { devicePath, familyPermission } from "../families/family-facts.ts";
import type { OpenDevice } from "../model/use-device.ts";
import { useWords } from "../model/words.ts";
import { DeviceMenu } from "./device-menu.tsx";

/** The family's main commands, and what is seldom done in a menu. On a phone they stand at the bottom. */
export function DeviceActions({ open }: { open: OpenDevice }) {
  const { device, facts } = open;
  const { t } = useWords();
  const navigate = useNavigate();
  const [service, setService] = useState<string | null>(null);
  return (
    <div className="device-actions">
      <Allowed to={familyPermission(facts, "command")}>
        {facts.mainCommands.map((command) => (
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
          onClick={() => void navigate(devicePath(facts, device, "server_down"))}
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
