/** What people of the demo wrote about its devices: maintenance items, timed tasks, firmware and notices. */

import type { FamilyKey } from "@tracewater/contract/fleet/families";
import type { addUpkeepItem } from "@tracewater/contract/fleet/maintenance-items";
import type { NoticeBody } from "@tracewater/contract/system/notices";
import type { z } from "zod";

type ItemFields = Omit<z.input<typeof addUpkeepItem.body>, "deviceName" | "dueOn">;

/** `doneDaysAgo` of the last time; the next one is due after the interval, or as many days from now as `dueInDays` says. */
export const maintenance: readonly {
  family: FamilyKey;
  fields: ItemFields;
  doneDaysAgo: readonly number[];
  dueInDays: number | null;
  note: string;
}[] = [
  {
    family: "waterSample",
    fields: {
      name: "Pump tube",
      kind: "consumable",
      counter: "tubeLife",
      counterMode: "left",
      counterLimit: 10,
    },
    ...{ doneDaysAgo: [48, 19], dueInDays: null, note: "Tube replaced, 20 aliquots of 100 mL checked" },
  },
  {
    family: "waterSample",
    fields: { name: "Aliquot volume check", kind: "calibration", intervalDays: 30, warnDays: 5 },
    ...{ doneDaysAgo: [57, 28], dueInDays: null, note: "Ten aliquots weighed, deviation 1.8 %" },
  },
  {
    family: "liquidExtract",
    fields: { name: "SPE column", kind: "consumable", intervalDays: 45, remark: "Spare columns: cabinet 2" },
    ...{ doneDaysAgo: [52], dueInDays: null, note: "Column replaced, back pressure normal" },
  },
  {
    family: "liquidExtract",
    fields: { name: "Internal standard", kind: "consumable", intervalDays: 28, warnDays: 7 },
    ...{ doneDaysAgo: [50, 24], dueInDays: null, note: "New lot opened, blank below the LOD" },
  },
  {
    family: "handFastDetector",
    fields: { name: "Light source and camera check", kind: "calibration", intervalDays: 14, warnDays: 3 },
    ...{ doneDaysAgo: [40, 26, 12], dueInDays: null, note: "Reference card within limits" },
  },
  {
    family: "evidenceBox",
    fields: { name: "Temperature sensor", kind: "calibration", intervalDays: 365, warnDays: 30 },
    ...{ doneDaysAgo: [58], dueInDays: null, note: "Compared with the reference thermometer: 0.1 °C" },
  },
  {
    family: "mass",
    fields: { name: "Ion source cleaning", kind: "consumable", intervalDays: 60, warnDays: 10 },
    ...{ doneDaysAgo: [55], dueInDays: null, note: "Source cleaned, tune passed" },
  },
  {
    family: "mass",
    fields: { name: "Annual qualification", kind: "calibration", intervalDays: 365, warnDays: 60 },
    ...{ doneDaysAgo: [], dueInDays: 41, note: "" },
  },
];

/** Commands by schedule, in the zone of the server. */
export const timedTasks: readonly {
  family: FamilyKey;
  name: string;
  service: string;
  cron: string;
  reason: string;
}[] = [
  {
    ...{ family: "waterSample", name: "Self-test before the working day", service: "selfTest" },
    ...{ cron: "30 5 * * 1-5", reason: "Faults are known before the field team leaves" },
  },
  {
    ...{ family: "waterSample", name: "Picture of the intake", service: "snapshot" },
    ...{ cron: "0 12 * * *", reason: "Fouling and flotsam at the intake" },
  },
  {
    ...{ family: "evidenceBox", name: "Inventory at the change of shift", service: "inventory" },
    ...{ cron: "0 7,19 * * *", reason: "The next shift signs for what is there" },
  },
  {
    ...{ family: "handFastDetector", name: "Self-check before the shift", service: "selfCheck" },
    ...{ cron: "45 6 * * *", reason: "No reading before a passed check" },
  },
];

/** Pictures that are taken once, soon after the demo's start. */
export const firstPictures = [
  { family: "waterSample", service: "snapshot", name: "Picture after the winter check" },
  { family: "evidenceBox", service: "photo", name: "Picture of the box after transport" },
] as const satisfies readonly { family: FamilyKey; service: string; name: string }[];

export const samplerFirmware = {
  module: "default",
  version: "WS-2.5.0",
  notes:
    "Rinses before the first aliquot after a power failure. Reports the tube's remaining life by the hour.",
  rolloutName: "WS-2.5.0, pilot samplers",
} as const;

/** The camera in a sampler's box, and the days of which somebody kept a recording. */
export const boxCamera = {
  name: "Box",
  mountedDaysAgo: 20,
  recordedDaysAgo: [9.3, 2.1],
  retentionDays: 30,
} as const;

export const notices: readonly (Pick<
  NoticeBody,
  "noticeTitle" | "noticeTitleZh" | "noticeType" | "noticeContent" | "noticeContentZh" | "status"
> & { daysAgo: number })[] = [
  {
    ...{ daysAgo: 12, noticeType: "2", status: "0" },
    noticeTitle: "Sampling campaign of the SCORE network: calendar week 49",
    noticeTitleZh: "SCORE 网络采样活动：第 49 周",
    noticeContent:
      "<p>All points take seven 24-hour composites, Tuesday to Monday. Please check the <strong>programs of the samplers</strong> by Friday and order bottles in time.</p>",
    noticeContentZh:
      "<p>所有采样点采集七份 24 小时混合样（周二至周一）。请于周五前核对<strong>采样器程序</strong>并及时领取采样瓶。</p>",
  },
  {
    ...{ daysAgo: 5, noticeType: "1", status: "0" },
    noticeTitle: "Cold store B closed on Thursday from 09:00 to 11:00",
    noticeTitleZh: "周四 09:00–11:00 冷库 B 停用",
    noticeContent:
      "<p>The compressor is serviced. Samples received in this time go to cold store A; the log records both temperatures.</p>",
    noticeContentZh: "<p>压缩机检修。期间接收的样品存入冷库 A，两处温度均会记录。</p>",
  },
  {
    ...{ daysAgo: 1, noticeType: "1", status: "1" },
    noticeTitle: "Draft: new therapeutic share of morphine",
    noticeTitleZh: "草稿：吗啡治疗用量占比更新",
    noticeContent: "<p>To be released with the source once the reviewer has signed it.</p>",
    noticeContentZh: "<p>复核人签字后连同来源一并发布。</p>",
  },
];
