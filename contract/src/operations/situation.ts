/**
 * What the situation screens show: the fleet with its alarms and samplings, the loads of the six categories with their
 * change, and every sampling point with its own. Each part names its span and its denominators.
 */
import { z } from "zod";
import { permission, session } from "../call.ts";
import { defineCall } from "../define-call.ts";
import { data, id } from "../envelope.ts";
import { catchment } from "../field/catchment.ts";
import { severity } from "../fleet/alarm-rules.ts";
import { familyKey } from "../fleet/families.ts";
import { analyteCategory, analyteName } from "../laboratory/factors.ts";
import { samplingKind } from "../laboratory/sampling-kinds.ts";
import { epochMs } from "../moments.ts";
import { blank } from "../paging.ts";
import { atDay, changed, mayListLoads } from "./situation-loads.ts";

const path = "/v2/admin/situation";
const place = { longitude: z.number().nullable(), latitude: z.number().nullable() };

const familyState = z.object({
  typeKey: familyKey,
  online: z.number().int(),
  offline: z.number().int(),
  notActivated: z.number().int(),
  disabled: z.number().int(),
  /** Of all of them those with an open alarm, and of these the connected and the offline ones. */
  alarmed: z.number().int(),
  alarmedOnline: z.number().int(),
  alarmedOffline: z.number().int(),
});
export type FamilyState = z.infer<typeof familyState>;

const openAlarm = z.object({
  alarmId: z.number().int(),
  name: z.string(),
  nameZh: z.string(),
  severity,
  isAcknowledged: z.boolean(),
  raisedAt: epochMs,
  /** Null for an alarm of a display, whose name is in place of the device's. */
  deviceId: z.number().int().nullable(),
  deviceName: z.string(),
  nickname: z.string(),
  pointId: z.number().int().nullable(),
  pointName: z.string().nullable(),
  ...place,
});
export type OpenAlarm = z.infer<typeof openAlarm>;

const latestSampling = z.object({
  samplingId: z.number().int(),
  sampleNo: z.string(),
  kind: samplingKind,
  ended: epochMs,
  pointName: z.string().nullable(),
  slot: z.number().int().nullable(),
  /** mL. */
  volume: z.number().nullable(),
});
export type LatestSampling = z.infer<typeof latestSampling>;

/** The machines: fleet by family, open alarms, latest samplings. What the caller may not list is null. */
export const getSituation = defineCall({
  name: "getSituation",
  method: "GET",
  path,
  access: session,
  onDisplays: true,
  reply: data(
    z.object({
      asOf: epochMs,
      fleet: z.array(familyState),
      alarms: z
        .object({
          open: z.number().int(),
          /** Those that nobody has acknowledged. */
          active: z.number().int(),
          /** The gravest first, then the newest; at most 20. */
          rows: z.array(openAlarm),
        })
        .nullable(),
      samplings: z
        .object({
          /** Without receipt after their holding time, counted to 1,000. */
          overdue: z.number().int(),
          /** The newest first, at most 8. */
          rows: z.array(latestSampling),
        })
        .nullable(),
    }),
  ),
});

const situationDevice = z.object({
  deviceId: z.number().int(),
  deviceName: z.string(),
  nickname: z.string(),
  typeKey: familyKey,
  state: z.enum(["online", "offline", "notActivated", "disabled"]),
  pointId: z.number().int().nullable(),
  pointName: z.string().nullable(),
  ...place,
  /** Of its gravest open alarm. */
  alarm: severity.nullable(),
  /** Since when its oldest overdue sample waits. */
  overdueSince: epochMs.nullable(),
});
export type SituationDevice = z.infer<typeof situationDevice>;

/** The stops of the demo: devices in use, those with alarms first, then those with overdue samples; at most 1,000. */
export const listSituationDevices = defineCall({
  name: "listSituationDevices",
  method: "GET",
  path: `${path}/devices`,
  access: session,
  onDisplays: true,
  reply: data(z.array(situationDevice)),
});

const situationPoint = z.object({
  pointId: z.number().int(),
  code: z.string(),
  name: z.string(),
  unitName: z.string(),
  ...place,
  /** Plants have a place in the ranking; a sewer upstream is in them already. */
  isPlant: z.boolean(),
  /** Null where it has no result in the span. */
  load: z
    .object({
      /** mg/d of 1000 inhabitants. */
      mean: z.number(),
      lowest: z.number(),
      highest: z.number(),
      days: z.number().int(),
      below: z.number().int(),
      population: z.number().int(),
    })
    .nullable(),
  ...changed,
});
export type SituationPoint = z.infer<typeof situationPoint>;

/** Every point with the load of one category, the highest first, at most 2,000. */
export const getSituationPoints = defineCall({
  name: "getSituationPoints",
  method: "GET",
  path: `${path}/points`,
  access: mayListLoads,
  onDisplays: true,
  query: z.object({ category: analyteCategory, ...atDay }),
  reply: data(
    z.object({
      /** Null where nothing of the category was measured in the span; the points are there without loads then. */
      analyte: analyteName.nullable(),
      from: z.iso.date().nullable(),
      until: z.iso.date().nullable(),
      /** The highest mean of both spans: the disc of it is the largest. */
      reference: z.number().nullable(),
      points: z.array(situationPoint),
      /** More than are shown. */
      isMore: z.boolean(),
    }),
  ),
});

const degrees = (max: number) => z.coerce.number().min(-max).max(max);

/** The catchments of points within a window of at most 4 degrees, at most 60; or of one point. */
export const getSituationAreas = defineCall({
  name: "getSituationAreas",
  method: "GET",
  path: `${path}/areas`,
  access: permission("field:samplePoint:list"),
  onDisplays: true,
  query: z.object({
    pointId: blank(id),
    west: blank(degrees(180)),
    south: blank(degrees(90)),
    east: blank(degrees(180)),
    north: blank(degrees(90)),
  }),
  reply: data(z.array(z.object({ pointId: z.number().int(), name: z.string(), catchment }))),
});
