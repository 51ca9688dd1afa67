import type { LabelTable } from "../locales.ts";

const en = {
  day: "Day",
  outcome: "Outcome",
  "outcome.taken": "Taken",
  "outcome.missed": "Missed",
  "outcome.due": "Due",
  "outcome.notRun": "Not run",
  "outcome.extra": "Not planned",
  sampleNo: "Sample",
  kind: "Type",
  state: "Sample state",
  bodyCode: "Bottle",
  began: "Start",
  ended: "End",
  volume: "Volume",
  aliquotsTaken: "Aliquots taken",
  aliquotsMissed: "Aliquots missed",
  boxTempMax: "Max. box temperature",
  deliveryNo: "Delivery",
  results: "Results",
  approved: "Approved results",
  exceeded: "Above limit",
  loads: "Loads",
};

const zh: Record<keyof typeof en, string> = {
  day: "日期",
  outcome: "执行情况",
  "outcome.taken": "已采样",
  "outcome.missed": "漏采",
  "outcome.due": "待采样",
  "outcome.notRun": "未执行",
  "outcome.extra": "计划外",
  sampleNo: "水样编号",
  kind: "样品类型",
  state: "水样状态",
  bodyCode: "采样瓶",
  began: "开始时间",
  ended: "结束时间",
  volume: "体积",
  aliquotsTaken: "已采子样数",
  aliquotsMissed: "漏采子样数",
  boxTempMax: "箱内最高温度",
  deliveryNo: "送样单",
  results: "检测结果数",
  approved: "已批准结果数",
  exceeded: "超标结果数",
  loads: "负荷数",
};

/** What the columns of a plan's run and its outcomes are called, in the console and in the head of xlsx files. */
export const planRunLabels = { en, zh } satisfies LabelTable;
