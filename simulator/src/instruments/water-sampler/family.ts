import type { InstrumentFamily } from "../instrument.ts";
import { waterSamplerProfile } from "./profile.ts";
import { lastFreshSet } from "./visit-times.ts";
import { createWaterSampler } from "./water-sampler.ts";

export const waterSamplerFamily: InstrumentFamily = {
  typeKey: "waterSample",
  readProfile(raw) {
    const read = waterSamplerProfile.safeParse(raw);
    if (!read.success) {
      const issue = read.error.issues[0];
      return { ok: false, reason: `${issue?.path.join(".") ?? ""}: ${issue?.message ?? "is wrong"}` };
    }
    return {
      ok: true,
      make({ seed, atMs, reportInterval }) {
        const profile = { ...read.data, reportInterval: reportInterval ?? read.data.reportInterval };
        // Since the last fresh set of bottles the past no longer matters: hours of model time instead of weeks.
        const startMs = profile.loop ? lastFreshSet(seed, profile, atMs) : Math.floor(atMs / 60_000) * 60_000;
        const sampler = createWaterSampler({ seed, profile, startMs });
        sampler.advance(atMs);
        return sampler;
      },
    };
  },
};
