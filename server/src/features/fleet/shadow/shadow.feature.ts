import { alinkCode } from "@tracewater/alink/codes";
import { parseJson } from "@tracewater/alink/envelope";
import { downlinkTopic, type TopicOwner } from "@tracewater/alink/topics";
import { isStorable } from "@tracewater/alink/value-check";
import { changeShadow, getShadow } from "@tracewater/contract/fleet/device-twin";
import { AppError, fieldError } from "../../../platform/app-error.ts";
import type { Serve } from "../../../platform/http/serve-call.ts";
import type { Db } from "../../../platform/store/database.ts";
import type { DeviceLinkService, LinkUplink } from "../device-link/device-link.service.ts";
import type { DeviceService } from "../devices/device.service.ts";
import { mergeDesired, noShadow, readShadowMessage, type Shadow, type ShadowStep } from "./shadow.model.ts";
import { createShadowStore } from "./shadow.store.ts";

const maxText = 16_384;

/** The shadow of a device: it reports and asks at `/shadow/update`, and hears at `/shadow/get`. */
export function createShadows(options: {
  db: Db;
  link: DeviceLinkService;
  devices: DeviceService;
  now: () => number;
}) {
  const { link, devices, now } = options;
  const { context } = link;
  const store = createShadowStore(options.db);
  const read = async (deviceId: number) => (await store.find(deviceId))?.shadow ?? noShadow;

  /** Another message of the same device may have come between reading and writing: then it is judged again. */
  async function take(deviceId: number, message: unknown): Promise<{ step: ShadowStep; shadow: Shadow }> {
    for (;;) {
      const shadow = await read(deviceId);
      const step = readShadowMessage(message, shadow, now());
      if (step.kind !== "change") return { step, shadow };
      if (await store.save(deviceId, shadow.version, step.next, new Date(now())))
        return { step, shadow: step.next };
    }
  }

  async function handle(uplink: LinkUplink): Promise<void> {
    const { device } = uplink;
    const parsed = parseJson(uplink.payload);
    const { step, shadow } = await context.whileDatabaseIsAvailable(() =>
      take(device.about.deviceId, parsed.ok ? parsed.value : null),
    );
    await context.commit(uplink, "other", step.kind === "error" ? alinkCode.badParameter : alinkCode.success);
    device.publish(downlinkTopic.shadow(device.owner), toReply(step, shadow, now()), null);
  }

  link.serve([{ topic: "/shadow/update/{}", handle }]);

  return function serveShadows(serve: Serve): void {
    serve.forCaller(getShadow, async ({ params, query }, caller) => {
      const device = await devices.requireByName(caller.scope, params.family, query.deviceName);
      const found = await store.find(device.id);
      return { data: toView(found?.shadow ?? noShadow, found?.changedAt ?? null) };
    });

    serve.forCaller(changeShadow, async ({ params, query, body, audit }, caller) => {
      const device = await devices.requireByName(caller.scope, params.family, query.deviceName);
      if (!isStorable(body.desired) || JSON.stringify(body.desired).length > maxText)
        throw fieldError("desired", {
          en: "is too long or contains characters that cannot be stored",
          zh: "过长或包含无法保存的字符",
        });
      const before = await read(device.id);
      const at = now();
      const next = mergeDesired(before, body.desired, at);
      const isCurrent = body.version === before.version;
      if (!isCurrent || !(await store.save(device.id, before.version, next, new Date(at)))) throw outdated;
      publish(device.id, device, next, at);
      const subject = { kind: "device", id: device.id, name: device.deviceName, unitId: device.unitId };
      audit({ subject, before: { desired: before.desired }, after: { desired: next.desired } });
      return { data: toView(next, new Date(at)) };
    });
  };

  /** A device that is away asks by itself when it comes. */
  function publish(deviceId: number, owner: TopicOwner, shadow: Shadow, at: number): void {
    const payload = JSON.stringify({ method: "control", ...toBody(shadow, at) });
    link.send(deviceId, { topic: downlinkTopic.shadow(owner), payload, token: `shadow:${deviceId}` });
  }
}

const outdated = new AppError("conflict", {
  en: "The shadow was changed in the meantime. Review it again.",
  zh: "设备影子已被修改，请重新查看。",
});

function toReply(step: ShadowStep, shadow: Shadow, at: number): string {
  const timestamp = Math.floor(at / 1000);
  if (step.kind === "get") return JSON.stringify({ method: "reply", ...toBody(shadow, at) });
  const payload =
    step.kind === "error"
      ? { status: "error", content: { errorcode: step.code, errormessage: step.message } }
      : { status: "success", version: shadow.version };
  return JSON.stringify({ method: "reply", payload, timestamp });
}

function toBody({ version, reported, desired, metadata }: Shadow, at: number) {
  const seconds = (times: Record<string, number>) =>
    Object.fromEntries(Object.entries(times).map(([key, timestamp]) => [key, { timestamp }]));
  return {
    payload: {
      status: "success",
      state: { reported, desired },
      metadata: { reported: seconds(metadata.reported), desired: seconds(metadata.desired) },
    },
    version,
    timestamp: Math.floor(at / 1000),
  };
}

function toView({ version, reported, desired }: Shadow, changedAt: Date | null) {
  return { version, reported, desired, changedAt: changedAt?.getTime() ?? null };
}
