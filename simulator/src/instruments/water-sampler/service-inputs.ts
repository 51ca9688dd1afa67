import { z } from "zod";
import { record, settings, text, whole } from "../machine/answers.ts";
import { extraCount, slotCount } from "./carousel.ts";

/** What the services take, each field with the sentence that refuses it. */

const slot = whole("index", 1, slotCount);
const code = text("bottleId", 64);

const modeNumber = z.literal([0, 1, 2, 3, 4], {
  error: "mode must be 0 (CTCV), 1 (VTCV), 2 (CTVV), 3 (event) or 4 (grab).",
});

export const grabInput = record({
  volume: whole("volume", 10, 500),
  index: slot.optional(),
  rinses: whole("rinses", 0, 3).optional(),
});

export const rinseInput = record({ times: whole("times", 0, 3) });

export const programInput = record({
  programName: text("programName", 64),
  mode: modeNumber,
  interval: whole("interval", 1, 1440),
  aliquot: whole("aliquot", 10, 500),
  bottles: whole("bottles", 1, slotCount),
  rinses: whole("rinses", 0, 3).optional(),
});

export const slotInput = record({ index: slot });

export const codeInput = record({
  index: whole("index", 1, slotCount + extraCount),
  bottleId: code,
  clearVolume: z
    .union([z.literal(0), z.literal(1), z.boolean()], { error: "clearVolume must be 0 or 1." })
    .transform((value) => value === true || value === 1)
    .optional(),
});

export const settingsInput = settings({
  interval: whole("interval", 1, 1440).optional(),
  aliquot: whole("aliquot", 10, 500).optional(),
  rinses: whole("rinses", 0, 3).optional(),
  targetTemp: z
    .number({ error: "targetTemp must be a number from 2 to 8." })
    .min(2, "targetTemp must be a number from 2 to 8.")
    .max(8, "targetTemp must be a number from 2 to 8.")
    .optional(),
  reportInterval: whole("reportInterval", 1, 3600).optional(),
}).refine((given) => Object.keys(given).length > 0, "No property to set.");
