import { z } from "zod";

/** What the platform reports a device to install. */
export type FirmwareOffer = {
  version: string;
  url: string;
  /** Bytes. */
  size: number;
  digest: { method: "sha256" | "md5"; hex: string };
  /** Null for the device's own firmware. */
  module: string | null;
};

const offerMessage = z.object({
  data: z.object({
    version: z.string().min(1).max(64),
    url: z.url({ protocol: /^https?$/ }),
    size: z.coerce.number().int().positive(),
    sign: z.string().regex(/^[0-9A-Fa-f]{32,64}$/),
    signMethod: z
      .string()
      .transform((method) => method.toLowerCase())
      .pipe(z.enum(["sha256", "md5"])),
    module: z.string().nullish(),
  }),
});

/** Null where it is none. */
export function readFirmwareOffer(json: unknown): FirmwareOffer | null {
  const read = offerMessage.safeParse(json);
  if (!read.success) return null;
  const { version, url, size, sign, signMethod, module } = read.data.data;
  const own = module === undefined || module === null || module === "default";
  return {
    version,
    url,
    size,
    digest: { method: signMethod, hex: sign.toLowerCase() },
    module: own ? null : module,
  };
}
