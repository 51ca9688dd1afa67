/** Every sheet that goes out: the list that shows the same rows, and what each column says of one. */
import { bottles } from "@tracewater/contract/field/bottles";
import { samplingPoints } from "@tracewater/contract/field/sampling-points";
import { alarmRules } from "@tracewater/contract/fleet/alarm-rules";
import { exportBatch, listBatchCommands } from "@tracewater/contract/fleet/command-batches";
import {
  envStatusLog,
  modeLog,
  sampleEnvStatusLog,
  sampleModeLog,
  sampleSettingLog,
  settingLog,
  workStatusLog,
} from "@tracewater/contract/fleet/group-logs";
import { analyteWords } from "@tracewater/contract/laboratory/analyte-words";
import { assaySheet, listAssays } from "@tracewater/contract/laboratory/assays";
import { exportControlChart, getControlChart } from "@tracewater/contract/laboratory/batches";
import { exportDeliveries, listSampleDeliveries } from "@tracewater/contract/laboratory/deliveries";
import { deliveryWords } from "@tracewater/contract/laboratory/delivery-words";
import { listLoads, loadSheet } from "@tracewater/contract/laboratory/loads";
import { planWords } from "@tracewater/contract/laboratory/plan-words";
import { exportPlans, listPlans } from "@tracewater/contract/laboratory/plans";
import { samplingWords } from "@tracewater/contract/laboratory/sampling-words";
import { exportSamplings, listSamplings } from "@tracewater/contract/laboratory/samplings";
import { exportOperations, listOperations } from "@tracewater/contract/system/audit";
import { configs } from "@tracewater/contract/system/config";
import { dictData } from "@tracewater/contract/system/dict-data";
import { dictTypes } from "@tracewater/contract/system/dict-types";
import { exportJobLogs, listJobLogs } from "@tracewater/contract/system/jobs";
import { exportLogIns, listLogIns } from "@tracewater/contract/system/login-log";
import { posts } from "@tracewater/contract/system/posts";
import { listRoles, roles } from "@tracewater/contract/system/roles";
import { units } from "@tracewater/contract/system/units";
import { users } from "@tracewater/contract/system/users";
import {
  type Column,
  declared,
  type ExportCase,
  headed,
  type Language,
  moment,
  type Row,
  type Spec,
  told,
} from "./export-columns.ts";
import type { World } from "./export-world.ts";

const samplingColumns: readonly Spec[] = [
  ...[
    "sampleNo",
    ".kind",
    ".origin",
    ".state",
    "pointCode",
    "point=pointName",
    "unit=unitName",
    "plan=planNo",
  ],
  ...["device=deviceName", "slot", "bodyCode", "capCode", "@began", "@ended", "volume (mL)", "ph"],
  ...[
    "conductivity (µS/cm)",
    "waterTemp (°C)",
    "flow (m³/d)",
    ".flowSource",
    "latitude (°)",
    "longitude (°)",
  ],
  ...["samplerPerson", "sealNo", "delivery=deliveryNo", "note"],
];

const deliveryColumns: readonly Spec[] = [
  ...["deliveryNo", ".state", "from=unitName", "to=toUnitName", "sampleCount", "courier", "boxNo", "sealNo"],
  ...["@handedAt", "handedBy", "@receivedAt", "receivedBy", "tempMin (°C)", "tempMax (°C)", ".decision"],
  ...["reason", "note"],
];

const planColumns: readonly Spec[] = [
  ...["planNo", "name", ".state", ".purpose", "pointCode", "point=pointName", "unit=unitName"],
  ...["device=deviceName", ".mode", "@startsAt", "@endsAt", "zone", "intervalMin (min)", "pulse (m³)"],
  ...[
    "aliquot (mL)",
    "bottles",
    "bottleVolume (mL)",
    "days",
    "analytes",
    ".preservative",
    "holdingHours (h)",
  ],
  ...["createdBy", "@createdAt", "approvedBy", "@approvedAt", "samplings", "note"],
];

/** Begin and end in the plan's own zone; days and analytes by their words. */
function planTable(language: Language): readonly Column[] {
  const words: Readonly<Record<string, string>> = planWords[language];
  const between = language === "zh" ? "、" : ", ";
  const list = (row: Row, name: string, say: (one: never) => string | undefined) =>
    (row[name] as never[]).map(say).join(between);
  const own: Record<string, Column[1]> = {
    startsAt: (row) => moment(String(row["zone"]))(row["startsAt"]),
    endsAt: (row) => moment(String(row["zone"]))(row["endsAt"]),
    days: (row) => list(row, "days", (one) => words[`days.${one}`]),
    analytes: (row) =>
      list(row, "analytes", (one) => analyteWords[one][language === "zh" ? "nameZh" : "name"]),
  };
  const names = planColumns.map((spec) => spec.replace(/^[@.]| \(.*$/g, ""));
  return told(
    planWords,
    planColumns,
  )(language).map(([head, cell], place) => [head, own[names[place] ?? ""] ?? cell]);
}

const ended = (row: Row, language: Language) =>
  ({ en: ["Success", "Failure"], zh: ["成功", "失败"] })[language][Number(row["status"])];

const operationTable = headed([
  ["No.", "编号", "operId"],
  ["Time", "时间", "at"],
  ["User", "用户", "operName"],
  ["Unit", "单位", "deptName"],
  ["Operation", "操作", "title"],
  ["Thing", "操作对象", "thing"],
  ["Result", "结果", ended],
  ["Message", "消息", "errorMsg"],
  ["Address", "地址", "operIp"],
  ["Client", "客户端", "agent"],
  ["Duration (ms)", "耗时（毫秒）", "costTime"],
  ["Call", "接口", "call"],
]);

const logInTable = headed([
  ["No.", "编号", "infoId"],
  ["Time", "时间", "loginTime"],
  ["User", "用户", "userName"],
  ["Unit", "单位", "deptName"],
  ["What happened", "结果", "msg"],
  ["Address", "地址", "ipaddr"],
  ["Browser", "浏览器", "browser"],
  ["System", "操作系统", "os"],
]);

const jobStates = {
  en: { running: "Running", done: "Done", failed: "Failed", interrupted: "Interrupted" },
  zh: { running: "执行中", done: "成功", failed: "失败", interrupted: "已中断" },
};
const jobTable = headed([
  ["Task", "任务", "jobName"],
  ["Target", "调用目标", "invokeTarget"],
  [
    "Result",
    "结果",
    (row, language) => new Map(Object.entries(jobStates[language])).get(String(row["state"])),
  ],
  ["Message", "执行信息", "jobMessage"],
  ["Error", "异常信息", "exceptionInfo"],
  ["Scheduled for", "计划时间", "tickTime"],
  ["Started", "开始时间", "startTime"],
  ["Ended", "结束时间", "stopTime"],
  ["ms", "毫秒", "durationMs"],
  ["Asked by", "执行人", "askedBy"],
  ["Node", "节点", "node"],
]);

const at = (name: string) => (row: Row) => moment()(row[name]);
const commandTable = headed([
  ["Device", "设备", "deviceName"],
  ["Command", "指令编号", "id"],
  ["State", "状态", (_row, language) => ({ en: "Failed", zh: "失败" })[language]],
  ["Late", "迟到", (row, language) => (row["late"] === true ? { en: "yes", zh: "是" }[language] : null)],
  ["Code", "返回码", "code"],
  ["Message", "返回信息", "message"],
  ["Reply", "应答内容", (row) => JSON.stringify(row["reply"])],
  ["Sent times", "下发次数", "attempts"],
  ["Queued", "排队时间", at("queuedAt")],
  ["Sent", "下发时间", at("sentAt")],
  ["Acknowledged", "确认时间", at("acknowledgedAt")],
  ["Finished", "结束时间", at("finishedAt")],
]);

const chartTable = headed([
  ["Batch", "批次号", "batchNo"],
  ["Run at", "运行时间", at("at")],
  ["Value (μg/L)", "测定值 (μg/L)", "value"],
  ["Mean (μg/L)", "均值 (μg/L)", () => null],
  ["s (μg/L)", "标准差 (μg/L)", () => null],
  ["z", "z 值", "z"],
  ["Westgard rules", "Westgard 规则", (row) => (row["rules"] as string[]).join(" ")],
]);

const ofDevice = ({ device }: World) => ({
  params: { family: "waterSample" },
  query: { deviceName: device.credentials.deviceName },
});
const ofGroup = ({ calls }: typeof workStatusLog | typeof sampleModeLog, group: string): ExportCase => ({
  ...{ call: calls.export, list: calls.list, inputOf: ofDevice, group },
  columns: () => [],
  // What a sampler tells of its work and is told to be are numbers alone.
  ...(group === "workStatus" || group === "setting" ? { signs: "" } : {}),
});
const ofBatch = ({ batchId }: World) => ({ params: { family: "waterSample", id: batchId } });
const ofChart = ({ control }: World) => ({ query: control });

export const exportCases: readonly ExportCase[] = [
  ...[units, posts, alarmRules, samplingPoints, bottles, dictTypes, dictData, configs].map((resource) =>
    declared(resource, resource.calls.list),
  ),
  { ...declared(users, users.calls.list), signs: "" },
  declared(roles, listRoles),
  {
    ...declared(assaySheet, listAssays),
    // The column that guards against another unit at the import.
    rowsOf: (body) => (body["rows"] as Row[]).map((row): Row => ({ ...row, unitOfValue: "ug/L" })),
  },
  { ...declared(loadSheet, listLoads), signs: "" },
  { call: exportSamplings, list: listSamplings, columns: told(samplingWords, samplingColumns) },
  { call: exportDeliveries, list: listSampleDeliveries, columns: told(deliveryWords, deliveryColumns) },
  { call: exportPlans, list: listPlans, columns: planTable },
  { call: exportOperations, list: listOperations, columns: operationTable },
  { call: exportLogIns, list: listLogIns, columns: logInTable },
  { call: exportJobLogs, list: listJobLogs, columns: jobTable, signs: "" },
  { call: exportBatch, list: listBatchCommands, inputOf: ofBatch, columns: commandTable, signs: "=" },
  {
    ...{ call: exportControlChart, list: getControlChart, inputOf: ofChart, columns: chartTable },
    rowsOf: (body) => (body["data"] as Row)["points"],
    formats: ["xlsx", "csv"],
  },
  ofGroup(workStatusLog, "workStatus"),
  ofGroup(modeLog, "mode"),
  ofGroup(settingLog, "setting"),
  ofGroup(envStatusLog, "envStatus"),
  ofGroup(sampleModeLog, "mode"),
  ofGroup(sampleSettingLog, "setting"),
  ofGroup(sampleEnvStatusLog, "envStatus"),
];
