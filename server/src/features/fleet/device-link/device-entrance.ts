import { type ConnectIdentity, isSignedBy } from "@tracewater/alink/credentials";
import { familyKey } from "@tracewater/contract/fleet/families";
import type { Client } from "aedes";
import { createBatcher } from "../../../platform/batcher.ts";
import type { SecretBox } from "../../../platform/secret-box.ts";
import type { ProductService } from "../products/product.service.ts";
import { type CompiledModel, compileModel } from "../uplink-reader.ts";
import { type ConnectedDevice, createConnectedDevice, createLimiter } from "./connected-device.ts";
import type { ConnectAttempt, DeviceLinkStore, KnownDevice } from "./device-link.store.ts";

/** The CONNACK codes of a refusal: bad user name or password, not authorized (MQTT 3.1.1, 3.2.2.3). */
export type Refusal = 4 | 5;

/** Who may come in: credentials against the store, and what a device that is let in needs. */
export type DeviceEntrance = {
  admit(
    client: Client,
    identity: ConnectIdentity | null,
    password: string,
  ): Promise<ConnectedDevice | Refusal>;
  /** Remembers the last number that a connection gave out, so that the next one goes on from there. */
  left(device: ConnectedDevice): void;
};

/** A question for the store, and its answer. */
type Asked = { deviceName: string; known: KnownDevice | null };

/** Messages a second that a device may send for long, and at once. */
const pace = { perSecond: 200, burst: 1000 };

export function createDeviceEntrance(options: {
  store: DeviceLinkStore;
  secrets: SecretBox;
  products: ProductService;
  onAttempt: (attempt: ConnectAttempt) => void;
  now: () => number;
}): DeviceEntrance {
  const { store, secrets, products, onAttempt, now } = options;
  const models = new Map<number, CompiledModel>();
  const lastMicros = new Map<number, number>();
  let lastEpoch = 0;

  // When ten thousand devices come back at once, their credentials are read a thousand at a time.
  const lookups = createBatcher<Asked>({
    most: 1000,
    async write(asked) {
      const found = await store.findDevices(asked.map((one) => one.deviceName));
      const byName = new Map(found.map((known) => [known.deviceName, known]));
      for (const one of asked) one.known = byName.get(one.deviceName) ?? null;
    },
  });

  async function prepare(client: Client, known: KnownDevice): Promise<ConnectedDevice> {
    const model =
      models.get(known.productId) ?? compileModel((await products.require(known.productId)).model);
    models.set(known.productId, model);
    lastEpoch = Math.max(now() * 1000, lastEpoch + 1);
    return createConnectedDevice({
      about: { deviceId: known.id, unitId: known.unitId, typeKey: familyKey.parse(known.typeKey) },
      owner: { productKey: known.productKey, deviceName: known.deviceName },
      model,
      client,
      epoch: lastEpoch,
      now,
      lastMicros: lastMicros.get(known.id) ?? 0,
      limiter: createLimiter(pace.perSecond, pace.burst),
    });
  }

  return {
    async admit(client, identity, password) {
      if (identity === null) return 4;
      const asked: Asked = { deviceName: identity.deviceName, known: null };
      await lookups.add(asked);
      const { known } = asked;
      if (known === null || known.productKey !== identity.productKey) return 4;
      const outcome = judge(known, identity, password, secrets);
      onAttempt({
        deviceId: known.id,
        at: new Date(now()),
        address: "remoteAddress" in client.conn ? String(client.conn.remoteAddress) : "",
        outcome,
        sdkVersion: identity.sdkVersion,
      });
      if (outcome === "wrongSecret") return 4;
      return outcome === "disabled" ? 5 : prepare(client, known);
    },
    left(device) {
      lastMicros.set(device.about.deviceId, device.nextMicros());
    },
  };
}

function judge(
  known: KnownDevice,
  identity: ConnectIdentity,
  password: string,
  secrets: SecretBox,
): "accepted" | "wrongSecret" | "disabled" {
  if (!isSignedBy(identity, password, secrets.open(known.secretSealed))) return "wrongSecret";
  return known.status === "0" ? "accepted" : "disabled";
}
