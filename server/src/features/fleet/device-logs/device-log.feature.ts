import { alinkCode } from "@tracewater/alink/codes";
import { downlinkTopic } from "@tracewater/alink/topics";
import { listDeviceLogs, switchDeviceLog } from "@tracewater/contract/fleet/device-twin";
import { pageOf } from "../../../platform/http/pages.ts";
import type { Serve } from "../../../platform/http/serve-call.ts";
import type { Db } from "../../../platform/store/database.ts";
import type { DeviceLinkService, LinkRoute } from "../device-link/device-link.service.ts";
import type { DeviceService } from "../devices/device.service.ts";
import { createDeviceLogStore } from "./device-log.store.ts";
import { readLogLines } from "./log-lines.ts";

/** A device's own log: it sends lines while it is asked to, and is reported when that changes. */
export function createDeviceLogs(options: {
  db: Db;
  link: DeviceLinkService;
  devices: DeviceService;
  now: () => number;
}) {
  const { link, devices, now } = options;
  const store = createDeviceLogStore(options.db);

  const routes: LinkRoute[] = [
    link.context.request("/sys/{}/thing/log/post", "other", async ({ params }, { device }) => {
      const { deviceId } = device.about;
      const lines = readLogLines(params, now());
      if (lines === null)
        return { code: alinkCode.badParameter, message: "params is not a list of log lines" };
      await store.add(deviceId, lines, new Date(now()));
      await store.trim(deviceId);
      return { code: alinkCode.success };
    }),
    link.context.request("/sys/{}/thing/config/log/get", "other", async (_request, { device }) => ({
      code: alinkCode.success,
      data: toSetting(await store.isOn(device.about.deviceId)),
    })),
  ];
  link.serve(routes);

  return function serveDeviceLogs(serve: Serve): void {
    serve.forCaller(listDeviceLogs, async ({ params, query }, caller) => {
      const device = await devices.requireByName(caller.scope, params.family, query.deviceName);
      const { keyword, beginTime, endTime } = query;
      const filter = { deviceId: device.id, keyword, beginTime, endTime };
      const total = await store.count(filter);
      const rows = await store.list(filter, pageOf(query, total));
      const lines = rows.map(({ at, receivedAt, ...row }) => ({
        ...row,
        at: at.getTime(),
        receivedAt: receivedAt.getTime(),
      }));
      return { rows: lines, total, isOn: await store.isOn(device.id) };
    });

    serve.forCaller(switchDeviceLog, async ({ params, query, body, audit }, caller) => {
      const device = await devices.requireByName(caller.scope, params.family, query.deviceName);
      const before = await store.isOn(device.id);
      const at = now();
      await store.setOn(device.id, body.isOn, caller.nickName, new Date(at));
      const message = {
        id: `${at}`,
        version: "1.0",
        method: "thing.config.log.push",
        params: toSetting(body.isOn),
      };
      const topic = downlinkTopic.logConfigPush(device);
      // A device that is away asks for it (`config/log/get`) when it comes.
      link.send(device.id, { topic, payload: JSON.stringify(message), token: `log:${device.id}` });
      const subject = { kind: "device", id: device.id, name: device.deviceName, unitId: device.unitId };
      audit({ subject, before: { log: before }, after: { log: body.isOn } });
      return {};
    });
  };
}

/** As the SDKs read it: mode 1 sends the log, 0 does not. */
function toSetting(isOn: boolean) {
  return { getType: "content", content: { mode: isOn ? 1 : 0 } };
}
