import { readFileSync } from "node:fs";
import { z } from "zod";
import { BadUsage } from "./bad-usage.ts";
import type { DeviceIdentity } from "./connection.ts";
import { familyNames, findFamily } from "./instruments/families.ts";
import type { MakeInstrument } from "./instruments/instrument.ts";
import { messageOf } from "./message-of.ts";

/** One device of a credentials file: who it is on the link, and how its instrument is made. */
export type DeviceEntry = {
  identity: DeviceIdentity;
  typeKey: string;
  seed: number;
  make: MakeInstrument;
};

/** Reads `{"devices":[{productKey, deviceName, deviceSecret, typeKey, seed, profile}]}`. */
export function readCredentialsFile(path: string): DeviceEntry[] {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (error) {
    throw new BadUsage(`The credentials file cannot be read: ${messageOf(error)}.`);
  }
  return readCredentials(text);
}

export function readCredentials(text: string): DeviceEntry[] {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    throw new BadUsage(`The credentials file is not JSON: ${messageOf(error)}.`);
  }
  const read = credentials.safeParse(json);
  if (!read.success) {
    const issue = read.error.issues[0];
    throw new BadUsage(
      `The credentials file is not valid at ${issue?.path.join(".") || "its top"}: ${issue?.message}.`,
    );
  }
  const names = new Set<string>();
  return read.data.devices.map((device) => {
    if (names.has(device.deviceName)) {
      throw new BadUsage(`The credentials file names ${device.deviceName} twice.`);
    }
    names.add(device.deviceName);
    return readDevice(device);
  });
}

const credentials = z.object({
  devices: z.array(
    z.object({
      productKey: z.string().min(1),
      deviceName: z.string().min(1),
      deviceSecret: z.string().min(1),
      typeKey: z.string(),
      seed: z.int().min(0),
      profile: z.unknown(),
    }),
  ),
});

function readDevice(device: z.infer<typeof credentials>["devices"][number]): DeviceEntry {
  const { productKey, deviceName, deviceSecret, typeKey, seed } = device;
  const family = findFamily(typeKey);
  if (family === null) {
    throw new BadUsage(`${deviceName} has the unknown typeKey ${typeKey}; known are: ${familyNames()}.`);
  }
  const profile = family.readProfile(device.profile);
  if (!profile.ok) throw new BadUsage(`The profile of ${deviceName} is not valid at ${profile.reason}.`);
  return { identity: { productKey, deviceName, deviceSecret }, typeKey, seed, make: profile.make };
}
