import { z } from "zod";

/** Where a simulated sampler is and how it behaves: the `profile` of a credentials file. */
export const waterSamplerProfile = z.object({
  /** m³ per day, of dry weather. */
  designFlow: z.number().positive().max(1_000_000),
  latitude: z.number().min(-90).max(90),
  longitude: z.number().min(-180).max(180),
  /** Somebody comes each day to put in fresh bottles and starts the program again. */
  loop: z.boolean().default(false),
  /** What it runs until somebody sends it another program; without it one of those that fill 24 bottles a day. */
  program: z
    .object({
      /** Minutes and mL. */
      interval: z.int().min(1).max(1440),
      aliquot: z.int().min(10).max(500),
      bottles: z.int().min(1).max(24),
    })
    .optional(),
  /** Seconds. */
  reportInterval: z.int().min(1).max(3600).default(10),
});

export type WaterSamplerProfile = z.infer<typeof waterSamplerProfile>;
