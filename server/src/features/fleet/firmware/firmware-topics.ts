import { alinkCode } from "@tracewater/alink/codes";
import { type AlinkRequest, parseRequest } from "@tracewater/alink/envelope";
import { mainModule } from "@tracewater/contract/fleet/firmware";
import { z } from "zod";
import type { DeviceLinkService } from "../device-link/device-link.service.ts";
import { progressReport, versionReport } from "./upgrade.model.ts";
import type { UpgradeService } from "./upgrade.service.ts";

type UplinkRoute = Parameters<DeviceLinkService["serve"]>[0][number];

const question = z.object({ module: z.string().min(1).max(64).default(mainModule) });

/**
 * What devices say of their firmware. Reports of versions and progress have no reply in Alink: the PUBACK of a QoS 1
 * message says that they are kept. What is no report is logged with its code and changes nothing.
 */
export function firmwareTopics(
  context: DeviceLinkService["context"],
  upgrades: UpgradeService["device"],
): UplinkRoute[] {
  function reportRoute<T>(
    topic: string,
    report: z.ZodType<T>,
    take: (deviceId: number, report: T) => Promise<void>,
  ): UplinkRoute {
    return {
      topic,
      async handle(uplink) {
        const request = parseRequest(uplink.payload);
        const read = request.ok ? report.safeParse(request.value.params) : null;
        if (!read?.success) {
          await context.commit(uplink, "other", request.ok ? alinkCode.badParameter : alinkCode.badRequest);
          return;
        }
        await context.whileDatabaseIsAvailable(() => take(uplink.device.about.deviceId, read.data));
        await context.commit(uplink, "other");
      },
    };
  }

  return [
    reportRoute("/ota/device/inform/{}", versionReport, (deviceId, { module, version }) =>
      upgrades.informed(deviceId, module, version),
    ),
    reportRoute("/ota/device/progress/{}", progressReport, (deviceId, { module, step, desc }) =>
      upgrades.progressed(deviceId, module, step, desc),
    ),
    context.request(
      "/sys/{}/thing/ota/firmware/get",
      "other",
      async ({ params }: AlinkRequest, { device }) => {
        const read = question.safeParse(params);
        if (!read.success) return { code: alinkCode.badParameter, message: "module is not a name" };
        const data = await upgrades.asked(device.about.deviceId, read.data.module);
        return { code: alinkCode.success, data };
      },
    ),
  ];
}
