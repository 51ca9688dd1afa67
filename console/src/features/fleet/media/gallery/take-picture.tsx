import { type Command, callService } from "@tracewater/contract/fleet/commands";
import type { DeviceDetail } from "@tracewater/contract/fleet/devices";
import type { FamilyKey } from "@tracewater/contract/fleet/families";
import { families } from "@tracewater/contract/fleet/families";
import { countPictures, listPictures } from "@tracewater/contract/fleet/media";
import Button from "antd/es/button";
import { Camera } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Allowed } from "../../../../api/allowed.tsx";
import { useLive } from "../../../../api/live.ts";
import { invalidate, useApiMutation } from "../../../../api/use-api.ts";

/** The service by which a family takes a picture on demand; a handheld takes one with each reading only. */
const services: Partial<Record<FamilyKey, string>> = { waterSample: "snapshot", evidenceBox: "photo" };
const open = ["queued", "sent", "acknowledged"];

/** Orders a picture and reports the lifecycle of that command next to the button. */
export function TakePicture({ device }: { device: DeviceDetail }) {
  const { t } = useTranslation("fleet-media");
  const service = services[device.typeKey];
  const order = useApiMutation(callService, { silent: true });
  const [command, setCommand] = useState<Command | null>(null);
  useLive([`device:${device.id}`], (event) => {
    if (event.type === "command" && event.command.id === command?.id) setCommand(event.command);
  });
  if (service === undefined) return null;
  const take = () => {
    const { typeKey: family, deviceName, productKey } = device;
    const input = { params: { family, service }, query: { deviceName, productKey } };
    order.mutate(
      { ...input, body: { expiresIn: 60, reason: "" } },
      {
        onSuccess: ({ data }) => {
          setCommand(data);
          for (const call of [listPictures, countPictures]) void invalidate(call);
        },
      },
    );
  };
  const isOpen = command !== null && open.includes(command.state);
  const bad = order.error !== null || (command !== null && !isOpen && command.state !== "replied");
  return (
    <span className="media-take">
      <span className={bad ? "media-told media-bad" : "media-told"} role="status">
        {order.error === null
          ? command === null
            ? ""
            : t(`take.${command.state}`, { message: command.message ?? "" })
          : order.error.message || t("take.notSent")}
      </span>
      <Allowed to={`device:${families[device.typeKey].permissionKey}:command`}>
        <Button type="primary" icon={<Camera size={16} />} loading={order.isPending || isOpen} onClick={take}>
          {t("take.now")}
        </Button>
      </Allowed>
    </span>
  );
}
