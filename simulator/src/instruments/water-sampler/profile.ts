import { z } from "zod";

/** Where a simulated sampler is and how it behaves: the `profile` of a credentials file. */
export const waterSamplerProfile = z.object({
  /** m³ per day, of dry weather. */
  designFlow: z.number().positive().max(1_000_000),
  latitude: z.number().min(-90).max(90),
  longitude: z.number().min(-180).max(180),
  /** Somebody comes each day to put in fresh bottles and starts the program again. */
  loop: z.boolean().default(false),
  /** Seconds. */
  reportInterval: z.int().min(1).max(3600).default(10),
});

export type WaterSamplerProfile = z.infer<typeof waterSamplerProfile>;
