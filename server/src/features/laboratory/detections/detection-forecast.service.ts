import type { SupplyForecast } from "@tracewater/contract/laboratory/detections";
import { forecastLevel } from "@tracewater/wbe/level-forecast";
import { notFound } from "../../../platform/app-error.ts";
import type { Scope } from "../../../platform/scope.ts";
import type { Db } from "../../../platform/store/database.ts";
import { createDetectionForecastStore } from "./detection-forecast.store.ts";

export type DetectionForecastService = ReturnType<typeof createDetectionForecastService>;

const dayMs = 86_400_000;
/** Levels of the thing model in percent of their vessel, and at which of them nothing goes on. */
const supplies = [
  { identifier: "eluentLevel", end: 0 },
  { identifier: "mobilePhaseLevel", end: 0 },
  { identifier: "standardLevel", end: 0 },
  { identifier: "wasteLevel", end: 100 },
] as const;

/** When the reagents of an online detector run out and its waste is full. */
export function createDetectionForecastService(options: { db: Db; now: () => number }) {
  const store = createDetectionForecastStore(options.db);
  return {
    async read(scope: Scope, deviceName: string): Promise<SupplyForecast[]> {
      const deviceId = await store.findDevice(scope, deviceName);
      if (deviceId === undefined) throw notFound({ en: "device", zh: "设备" });
      const names = supplies.map(({ identifier }) => identifier);
      const readings = await store.listHourly(deviceId, names, new Date(options.now()));
      return supplies.flatMap(({ identifier, end }) => {
        const own = readings.filter((one) => one.identifier === identifier);
        const last = own.at(-1);
        if (last === undefined) return [];
        const days = own.map(({ at, level }) => ({ day: (at - last.at) / dayMs, level }));
        const found = forecastLevel({ readings: days, end });
        const atDay = (day: number) => Math.round(last.at + Math.min(day, maxDays) * dayMs);
        const forecast =
          found === null || found.daysLeft > maxDays
            ? null
            : {
                ...{ perDay: found.perDay, at: atDay(found.daysLeft) },
                ...{ earliest: atDay(found.earliest), latest: atDay(found.latest), points: found.points },
              };
        return [{ identifier, end, level: last.level, readAt: last.at, forecast }];
      });
    },
  };
}

/** Beyond a year a line says nothing. */
const maxDays = 365;
