import type { WorkOrderStepName } from "@tracewater/contract/field/work-order-steps";
import type { LocalizedText } from "@tracewater/contract/locales";

/** A step of an order; `tick` ticks so many of its steps off. */
export type Taken = { name: WorkOrderStepName | "tick"; hoursAgo: number; note?: string; count?: number };

export type DemoWork = {
  title: string;
  titleZh: string;
  steps: readonly LocalizedText[];
  addedHoursAgo: number;
  dueInHours: number | null;
  taken: readonly Taken[];
};

const pump = [
  { en: "Switch the sampler to maintenance", zh: "将采样器切换至维护状态" },
  { en: "Replace the pump tube", zh: "更换泵管" },
  { en: "Calibrate the aliquot volume", zh: "标定单次采样量" },
  { en: "Take a test aliquot", zh: "试采一次" },
];
const strainer = [
  { en: "Lift the suction line", zh: "提起吸水管" },
  { en: "Clean the strainer", zh: "清洗滤网" },
  { en: "Check the suction height", zh: "检查吸程" },
];
const cooling = [
  { en: "Compare the box temperature with a reference thermometer", zh: "用标准温度计比对箱温" },
  { en: "Clean the condenser", zh: "清洁冷凝器" },
];

/** One for each state of a work order; among them one whose due time has passed and one that came back. */
export const works: readonly DemoWork[] = [
  {
    ...{ title: "Replace the pump tube", titleZh: "更换泵管", steps: pump },
    ...{ addedHoursAgo: 5, dueInHours: 72, taken: [] },
  },
  {
    ...{ title: "Clean the strainer of the suction line", titleZh: "清洗吸水管滤网", steps: strainer },
    ...{ addedHoursAgo: 28, dueInHours: 20 },
    taken: [{ name: "dispatch", hoursAgo: 3, note: "Call the plant before you go there." }],
  },
  {
    ...{ title: "Check the cooling of the sampler", titleZh: "检查采样器制冷", steps: cooling },
    ...{ addedHoursAgo: 126, dueInHours: -30 },
    taken: [{ name: "dispatch", hoursAgo: 120 }],
  },
  {
    ...{ title: "Exchange the carousel tray", titleZh: "更换采样转盘", steps: cooling.slice(0, 1) },
    ...{ addedHoursAgo: 50, dueInHours: 30 },
    taken: [
      { name: "dispatch", hoursAgo: 46 },
      { name: "accept", hoursAgo: 44 },
    ],
  },
  {
    ...{ title: "Yearly maintenance of the pump", titleZh: "泵年度维护", steps: pump },
    ...{ addedHoursAgo: 30, dueInHours: 6 },
    taken: [
      { name: "dispatch", hoursAgo: 26 },
      { name: "accept", hoursAgo: 25 },
      { name: "arrive", hoursAgo: 1.5 },
      { name: "tick", hoursAgo: 1, count: 2 },
    ],
  },
  {
    ...{ title: "Clean the strainer after the storm", titleZh: "暴雨后清洗滤网", steps: strainer },
    ...{ addedHoursAgo: 80, dueInHours: -20 },
    taken: [
      { name: "dispatch", hoursAgo: 75 },
      { name: "accept", hoursAgo: 74 },
      { name: "arrive", hoursAgo: 48 },
      { name: "tick", hoursAgo: 47.5, count: 2 },
      {
        name: "finish",
        hoursAgo: 47,
        note: "The suction height could not be checked: the shaft was flooded.",
      },
    ],
  },
  {
    ...{ title: "Set up the sampler at its new place", titleZh: "采样器迁移至新点位", steps: cooling },
    ...{ addedHoursAgo: 240, dueInHours: -160 },
    taken: [
      { name: "dispatch", hoursAgo: 230 },
      { name: "accept", hoursAgo: 228 },
      { name: "arrive", hoursAgo: 200 },
      { name: "tick", hoursAgo: 199, count: 2 },
      { name: "finish", hoursAgo: 198 },
      { name: "verify", hoursAgo: 175, note: "Readings of the first day are complete." },
    ],
  },
  {
    ...{ title: "Search for the leak in the suction line", titleZh: "排查吸水管漏气", steps: strainer },
    ...{ addedHoursAgo: 100, dueInHours: 12 },
    taken: [
      { name: "dispatch", hoursAgo: 98 },
      { name: "accept", hoursAgo: 97 },
      { name: "arrive", hoursAgo: 72 },
      { name: "tick", hoursAgo: 71, count: 3 },
      { name: "finish", hoursAgo: 70 },
      { name: "return", hoursAgo: 52, note: "The sampler still reports air in the line." },
    ],
  },
  {
    ...{ title: "Take the sampler to the workshop", titleZh: "采样器送修", steps: [] },
    ...{ addedHoursAgo: 150, dueInHours: -60 },
    taken: [
      { name: "dispatch", hoursAgo: 148 },
      { name: "cancel", hoursAgo: 140, note: "It works again since the restart." },
    ],
  },
];
