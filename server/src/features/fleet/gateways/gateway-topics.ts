import { type AlinkCode, alinkCode } from "@tracewater/alink/codes";
import type { AlinkRequest } from "@tracewater/alink/envelope";
import type { SubDeviceClaim } from "@tracewater/alink/sub-device";
import { readSubDeviceClaim, readSubDeviceClaims, readSubDeviceNames } from "@tracewater/alink/sub-device";
import type { TopicOwner } from "@tracewater/alink/topics";
import type { DeviceLinkService } from "../device-link/device-link.service.ts";
import type { GatewayService } from "./gateway.service.ts";
import { maxSubDevices } from "./gateway.store.ts";

type Route = Parameters<DeviceLinkService["serve"]>[0][number];
type Uplink = Parameters<Route["handle"]>[0];
type Connection = Uplink["connection"];
type Answer = { code: AlinkCode; data?: unknown; message?: string };
type Checked = Awaited<ReturnType<DeviceLinkService["subDevices"]["check"]>>[number];
type Accepted = Checked & { outcome: "accepted" };

/** Alink: so many in one message. */
const maxPerBatch = 50;

/**
 * What a gateway says of the devices behind it. Each of them is known by its own signature; a message of several is
 * taken whole or not at all, and its answer names those that was in the way.
 */
export function gatewayTopics(link: DeviceLinkService, gateways: GatewayService): Route[] {
  const { context, subDevices } = link;

  /** Answered for the connection's own device: nobody is a gateway through another. */
  function ofGateway(
    topic: string,
    handle: (params: unknown, connection: Connection) => Promise<Answer>,
  ): Route {
    return context.request(
      topic,
      "other",
      async ({ params }: AlinkRequest, { device, connection }: Uplink) =>
        device === connection
          ? handle(params, connection)
          : { code: alinkCode.badTopic, message: "a sub-device cannot be a gateway" },
    );
  }

  async function check(claims: SubDeviceClaim[]): Promise<Accepted[] | Answer> {
    const checked = await subDevices.check(claims);
    const accepted = checked.filter((one): one is Accepted => one.outcome === "accepted");
    if (accepted.length === checked.length) return accepted;
    const at = checked.findIndex((one) => one.outcome !== "accepted");
    const bad = claims.filter((_, place) => checked[place]?.outcome !== "accepted").map(ownerOf);
    return { ...refusals[checked[at]?.outcome ?? "unknown"], data: bad };
  }

  async function addTopology(params: unknown, { about }: Connection): Promise<Answer> {
    const claims = readSubDeviceClaims(params, maxPerBatch);
    if (claims === null) return noClaims;
    const checked = await check(claims);
    if (!Array.isArray(checked)) return checked;
    const ids = [...new Set(checked.map((one) => one.known.id))];
    if (ids.includes(about.deviceId)) return itself;
    if (!(await gateways.relate(about.deviceId, ids))) return tooMany;
    return { code: alinkCode.success, data: claims.map(ownerOf) };
  }

  async function logIn(claims: SubDeviceClaim[] | null, connection: Connection): Promise<Answer> {
    if (claims === null) return noClaims;
    const checked = await check(claims);
    if (!Array.isArray(checked)) return checked;
    const owners = claims.map(ownerOf);
    const names = new Set(owners.map((one) => one.deviceName));
    if ((await gateways.countBehind(connection.about.deviceId, owners)) < names.size) return noTopology;
    if (connection.subDevices.size + names.size > maxSubDevices) return tooMany;
    for (const one of checked) await subDevices.logIn(connection, one);
    return { code: alinkCode.success, data: owners };
  }

  async function logOut(params: unknown, connection: Connection): Promise<Answer> {
    const owners = readSubDeviceNames(params, maxPerBatch);
    if (owners === null) return noNames;
    const out = owners.filter((owner) => subDevices.logOut(connection, owner));
    return out.length === owners.length
      ? { code: alinkCode.success, data: owners }
      : { code: alinkCode.subDeviceNotLoggedIn, message: "not logged in", data: owners };
  }

  return [
    ofGateway("/sys/{}/thing/topo/add", addTopology),
    ofGateway("/sys/{}/thing/topo/delete", async (params, connection) => {
      const owners = readSubDeviceNames(params, maxPerBatch);
      if (owners === null) return noNames;
      await gateways.part(connection.about.deviceId, owners);
      for (const owner of owners) subDevices.logOut(connection, owner);
      return { code: alinkCode.success, data: owners };
    }),
    ofGateway("/sys/{}/thing/topo/get", async (_params, { about }) => ({
      code: alinkCode.success,
      data: await gateways.listOwners(about.deviceId),
    })),
    ofGateway("/sys/{}/thing/sub/register", async (params, { about }) => {
      const owners = readSubDeviceNames(params, maxPerBatch);
      if (owners === null) return noNames;
      const data = await gateways.register(about.deviceId, owners);
      return data === null ? noRegistration : { code: alinkCode.success, data };
    }),
    ofGateway("/ext/session/{}/combine/login", (params, connection) => {
      const claim = readSubDeviceClaim(params);
      return logIn(claim === null ? null : [claim], connection);
    }),
    ofGateway("/ext/session/{}/combine/batch_login", (params, connection) =>
      logIn(readSubDeviceClaims(params, maxPerBatch), connection),
    ),
    ofGateway("/ext/session/{}/combine/logout", logOut),
    ofGateway("/ext/session/{}/combine/batch_logout", logOut),
  ];
}

function ownerOf({ identity: { productKey, deviceName } }: SubDeviceClaim): TopicOwner {
  return { productKey, deviceName };
}

const refusals: Record<Checked["outcome"], Answer> = {
  accepted: { code: alinkCode.success },
  unknown: { code: alinkCode.noSuchDevice, message: "device not found" },
  wrongProduct: { code: alinkCode.noSuchDevice, message: "device not found" },
  wrongSecret: { code: alinkCode.badSign, message: "wrong device signature" },
  disabled: { code: alinkCode.deviceDisabled, message: "the device is disabled" },
};
const noClaims: Answer = { code: alinkCode.badParameter, message: "no device with a signature is given" };
const noNames: Answer = { code: alinkCode.badParameter, message: "no device is given" };
const itself: Answer = { code: alinkCode.badParameter, message: "a gateway cannot be its own sub-device" };
const noTopology: Answer = { code: alinkCode.noTopology, message: "is not a sub-device of this gateway" };
const tooMany: Answer = {
  code: alinkCode.tooManySubDevices,
  message: `more than ${maxSubDevices} sub-devices`,
};
const noRegistration: Answer = {
  code: alinkCode.noRegistration,
  message: "the product does not allow it, or the device already has a secret",
};
