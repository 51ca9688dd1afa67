import type { Traceability } from "@tracewater/contract/laboratory/traceability";

type Sample = Traceability["samples"][number];

/** What one sampler, or one person by hand, gave to a thread. */
export type SamplerRow = {
  /** Null: taken by hand. */
  deviceName: string | null;
  person: string;
  taken: number | null;
  missed: number | null;
  began: number;
  ended: number;
  /** mL; null where no volume is recorded. */
  volume: number | null;
  samples: Sample[];
};

/** Samplers by their first aliquot; void samples took no water of their own. */
export function samplerRows(samples: readonly Sample[]): SamplerRow[] {
  const groups = new Map<string, Sample[]>();
  for (const sample of samples) {
    if (sample.state === "void") continue;
    const key = sample.deviceName ?? `\n${sample.samplerPerson}`;
    groups.set(key, [...(groups.get(key) ?? []), sample]);
  }
  return [...groups.values()].map(rowOf).sort((a, b) => a.began - b.began);
}

function rowOf(own: Sample[]): SamplerRow {
  return {
    deviceName: own[0]?.deviceName ?? null,
    person: own[0]?.samplerPerson ?? "",
    taken: sumOf(own, "aliquotsTaken"),
    missed: sumOf(own, "aliquotsMissed"),
    began: Math.min(...own.map((one) => one.began)),
    ended: Math.max(...own.map((one) => one.ended)),
    volume: sumOf(own, "volume"),
    samples: own,
  };
}

function sumOf(own: readonly Sample[], name: "aliquotsTaken" | "aliquotsMissed" | "volume"): number | null {
  const known = own.flatMap((one) => one[name] ?? []);
  return known.length === 0 ? null : known.reduce((sum, one) => sum + one, 0);
}
