import { isObject } from "@tracewater/alink/envelope";
import type { ThingModel } from "@tracewater/alink/thing-model";
import type { Command } from "@tracewater/contract/fleet/commands";
import {
  type LoggedProperty,
  type PropertyAnswer,
  queryDeviceProperty,
} from "@tracewater/contract/fleet/group-logs";
import type { Serve } from "../../../platform/http/serve-call.ts";
import type { DeviceLinkService } from "../device-link/device-link.service.ts";
import type { DeviceService } from "../devices/device.service.ts";
import { requireProduct } from "../devices/product-key.service.ts";
import type { ProductService } from "../products/product.service.ts";
import type { TelemetryService } from "../telemetry/telemetry.service.ts";
import { orderRefresh } from "./command.model.ts";
import type { CommandService } from "./command.service.ts";

/** Somebody waits for it: what a device did not answer by then is reported as not answered. In seconds. */
const terms = { expiresIn: 10, timeout: 8, retries: 0, reason: "" };

/** Asks a device for all its properties, and notifies them with what came of the asking. */
export function servePropertyQuery(
  serve: Serve,
  parts: {
    commands: CommandService;
    devices: DeviceService;
    products: ProductService;
    telemetry: TelemetryService;
    link: Pick<DeviceLinkService, "isConnected">;
  },
): void {
  const { commands, devices, products, telemetry, link } = parts;
  serve.forCaller(queryDeviceProperty, async ({ params, query }, caller) => {
    const device = await devices.requireByName(caller.scope, params.family, query.deviceName);
    requireProduct(device, query.productKey);
    const { model } = await products.require(device.productId);
    // A device that is away is not asked: the command would wait for it longer than the caller does.
    // That it is here is in the database a moment after it came.
    const isHere = device.onlineSince !== null || link.isConnected(device.id);
    const command = isHere ? await commands.order(caller, device, orderRefresh(model), terms) : null;
    const latest = (await telemetry.latestOf([device.id])).get(device.id) ?? {};
    const properties = describe(model, latest, command);
    const { deviceName, productKey } = device;
    return { data: { deviceName, productKey, answer: answerOf(command, properties), properties } };
  });
}

type LatestOfDevice = Record<string, { value: unknown; at: number; receivedAt: number; outOfRange: boolean }>;

function describe(model: ThingModel, latest: LatestOfDevice, command: Command | null): LoggedProperty[] {
  const replied = command?.kind === "propertyGet" && isObject(command.reply) ? command.reply : {};
  return model.properties.map(({ identifier, name, nameZh, group, dataType }) => {
    const reported = latest[identifier];
    const stored = {
      value: reported?.value ?? null,
      at: reported?.at ?? null,
      receivedAt: reported?.receivedAt ?? null,
      outOfRange: reported?.outOfRange ?? false,
    };
    // A reply reports values without their times.
    const fresh =
      identifier in replied
        ? { value: replied[identifier], at: null, receivedAt: command?.finishedAt ?? null, outOfRange: false }
        : stored;
    const unit = "specs" in dataType && "unit" in dataType.specs ? (dataType.specs.unit ?? null) : null;
    return { identifier, name, nameZh, group, unit, ...fresh };
  });
}

function answerOf(command: Command | null, properties: readonly LoggedProperty[]): PropertyAnswer {
  const times = properties.flatMap(({ at }) => at ?? []);
  return {
    state: command?.state ?? "offline",
    commandId: command?.id ?? null,
    askedAt: command?.queuedAt ?? null,
    answeredAt: command?.state === "replied" ? command.finishedAt : null,
    deviceTime: times.length === 0 ? null : Math.max(...times),
    message: command?.message ?? null,
  };
}
