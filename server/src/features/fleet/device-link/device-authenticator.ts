import { type ConnectIdentity, isSignedBy } from "@tracewater/alink/credentials";
import { familyKey } from "@tracewater/contract/fleet/families";
import type { Client } from "aedes";
import { createAddressLimiter } from "../../../platform/address-limiter.ts";
import { createGroupCommit } from "../../../platform/group-commit.ts";
import { createRateLimiter, type Pace } from "../../../platform/rate-limiter.ts";
import type { SecretBox } from "../../../platform/secret-box.ts";
import { type Allowance, createTokenBucket, type TokenBucket } from "../../../platform/token-bucket.ts";
import type { ProductService } from "../products/product.service.ts";
import { type CompiledModel, compileModel } from "../uplink-reader.ts";
import type { AttemptOutcome, ConnectAttempt, UnknownConnect } from "./connect-attempt.store.ts";
import { type ConnectedDevice, createConnectedDevice } from "./connected-device.ts";
import type { DeviceLinkStore, KnownDevice } from "./device-link.store.ts";

/** The CONNACK codes of a refusal: bad user name or password, not authorized (MQTT 3.1.1, 3.2.2.3). */
export type Refusal = 4 | 5;

/** Who may come in: credentials against the database, and what a device that is let in needs. */
export type DeviceAuthenticator = {
  admit(
    client: Client,
    identity: ConnectIdentity | null,
    password: string,
  ): Promise<ConnectedDevice | Refusal>;
  /** Whether a signature is the device's own; nothing is recorded of it. */
  check(identity: ConnectIdentity, sign: string): Promise<CheckedClaim>;
  /** A device that was found to be itself, on its gateway's connection. */
  admitBehind(gateway: ConnectedDevice, known: KnownDevice, address: string): Promise<ConnectedDevice>;
  /** Remembers the last number that a connection gave out, so that the next one goes on from there. */
  left(device: ConnectedDevice): void;
  /** A thing model was published: it holds for those who are here as for those who come. */
  reloadModel(productId: number): Promise<void>;
};

/** What became of a signature. */
export type CheckedClaim =
  | { outcome: "accepted"; known: KnownDevice }
  | { outcome: Exclude<Verdict, "accepted"> | "unknown"; known: KnownDevice | null };

/** What its credentials say of a CONNECT. */
type Verdict = Exclude<AttemptOutcome, "tooOften">;

/** A question for the database, and its answer. */
type Asked = { deviceName: string; known: KnownDevice | null };

/** Names that nobody has are recorded at this pace and no faster, so that nobody who tries them out fills the record. */
const unknownAllowances = {
  perAddress: { perSecond: 1, burst: 25 },
  inTotal: { perSecond: 5, burst: 200 },
};

export function createDeviceAuthenticator(options: {
  store: DeviceLinkStore;
  secrets: SecretBox;
  products: ProductService;
  onAttempt: (attempt: ConnectAttempt) => void;
  onUnknown: (unknown: UnknownConnect) => void;
  isConnected: (deviceId: number) => boolean;
  /** Messages a second that a device may send. */
  pace: Pace;
  /** Bytes that a device may send. */
  byteAllowance: Allowance;
  /** Whether an address stands for many devices, as that of a proxy does. */
  isShared: (address: string) => boolean;
  now: () => number;
}): DeviceAuthenticator {
  const { store, secrets, products, onAttempt, onUnknown, isConnected, now } = options;
  const unknownOnes = createAddressLimiter({ ...unknownAllowances, isShared: options.isShared });
  const models = new Map<number, CompiledModel>();
  const lastMicros = new Map<number, number>();
  /** They outlive a connection: coming back does not refill them. */
  const byteBuckets = new Map<number, TokenBucket>();
  let lastEpoch = 0;

  function bytesOf(deviceId: number): TokenBucket {
    const bucket = byteBuckets.get(deviceId) ?? createTokenBucket(options.byteAllowance);
    byteBuckets.set(deviceId, bucket);
    return bucket;
  }

  // When ten thousand devices come back at once, their credentials are read many at a time, and so few that what
  // follows of them, signatures and sessions, leaves other work its turn.
  const lookups = createGroupCommit<Asked>({
    max: 64,
    async write(asked) {
      const found = await store.findDevices(asked.map((one) => one.deviceName));
      const byName = new Map(found.map((known) => [known.deviceName, known]));
      for (const one of asked) one.known = byName.get(one.deviceName) ?? null;
    },
  });

  async function prepare(client: Client, known: KnownDevice): Promise<ConnectedDevice> {
    const product = await products.require(known.productId);
    const model = models.get(known.productId) ?? compileModel(product.model);
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
      limiter: createRateLimiter(options.pace),
      bytes: bytesOf(known.id),
      wasDisabled: known.lastConnectOutcome === "disabled",
    });
  }

  async function find(deviceName: string): Promise<KnownDevice | null> {
    const asked: Asked = { deviceName, known: null };
    await lookups.add(asked);
    return asked.known;
  }

  return {
    async check(identity, sign) {
      const known = await find(identity.deviceName);
      if (known === null) return { outcome: "unknown", known };
      return { outcome: judge(known, identity, sign, secrets), known };
    },
    async admitBehind(gateway, known, address) {
      const at = new Date(now());
      const tookOver = isConnected(known.id);
      onAttempt({ deviceId: known.id, at, address, outcome: "accepted", sdkVersion: null, tookOver });
      const device = await prepare(gateway.client, known);
      // Ids of downlinks are the connection's: two of one number would have one PUBACK.
      return { ...device, publish: gateway.publish };
    },
    async admit(client, identity, password) {
      if (identity === null) return 4;
      const known = await find(identity.deviceName);
      const at = new Date(now());
      const address = addressOf(client);
      if (known === null) {
        const { productKey, deviceName } = identity;
        if (unknownOnes.take(address, now())) onUnknown({ productKey, deviceName, address, at });
        return 4;
      }
      const outcome = judge(known, identity, password, secrets);
      const tookOver = outcome === "accepted" && isConnected(known.id);
      onAttempt({ deviceId: known.id, at, address, outcome, sdkVersion: identity.sdkVersion, tookOver });
      if (outcome === "accepted") return prepare(client, known);
      return outcome === "disabled" ? 5 : 4;
    },
    left(device) {
      lastMicros.set(device.about.deviceId, device.nextMicros());
    },
    async reloadModel(productId) {
      const known = models.get(productId);
      // The devices of a product share one compiled model, so that what is put into it reaches all of them.
      if (known !== undefined) Object.assign(known, compileModel((await products.require(productId)).model));
    },
  };
}

/** Where a connection comes from. */
export function addressOf({ conn }: Client): string {
  return "remoteAddress" in conn ? String(conn.remoteAddress) : "";
}

function judge(known: KnownDevice, identity: ConnectIdentity, password: string, secrets: SecretBox): Verdict {
  if (known.productKey !== identity.productKey) return "wrongProduct";
  if (!isSignedBy(identity, password, secrets.open(known.secretSealed))) return "wrongSecret";
  return known.status === "0" ? "accepted" : "disabled";
}
