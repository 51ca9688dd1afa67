/** Every sheet that goes out: the list that shows the same rows, and what each column says of one. */
import { contractAwards } from "@tracewater/contract/evidence/contract-awards";
import { entrustmentLabels } from "@tracewater/contract/evidence/entrustment-labels";
import { exportEntrustments, listEntrustments } from "@tracewater/contract/evidence/entrustments";
import { itemLabels } from "@tracewater/contract/evidence/item-labels";
import { exportEvidenceItems, listEvidenceItems } from "@tracewater/contract/evidence/items";
import { undertakings } from "@tracewater/contract/evidence/undertakings";
import { bottles } from "@tracewater/contract/field/bottles";
import { samplingPoints } from "@tracewater/contract/field/sampling-points";
import { alarmRules } from "@tracewater/contract/fleet/alarm-rules";
import { exportBatch, listBatchCommands } from "@tracewater/contract/fleet/bulk-commands";
import {
  envStatusLog,
  modeLog,
  sampleEnvStatusLog,
  sampleModeLog,
  sampleSettingLog,
  settingLog,
  workStatusLog,
} from "@tracewater/contract/fleet/group-logs";
import { analyteLabels } from "@tracewater/contract/laboratory/analyte-labels";
import { exportControlChart, getControlChart } from "@tracewater/contract/laboratory/analytical-batches";
import { assayExport, listAssays } from "@tracewater/contract/laboratory/assays";
import { boardTestLabels } from "@tracewater/contract/laboratory/board-test-labels";
import { exportBoardTests, listBoardTests } from "@tracewater/contract/laboratory/board-tests";
import { boardLots } from "@tracewater/contract/laboratory/boards";
import { deliveryLabels } from "@tracewater/contract/laboratory/delivery-labels";
import { detectionLabels } from "@tracewater/contract/laboratory/detection-labels";
import { exportDetections, listDetections } from "@tracewater/contract/laboratory/detections";
import { listLoads, loadExport } from "@tracewater/contract/laboratory/loads";
import { planLabels } from "@tracewater/contract/laboratory/plan-labels";
import { exportPlans, listPlans } from "@tracewater/contract/laboratory/plans";
import { exportDeliveries, listSampleDeliveries } from "@tracewater/contract/laboratory/sample-deliveries";
import { samplingLabels } from "@tracewater/contract/laboratory/sampling-labels";
import { exportSamplings, listSamplings } from "@tracewater/contract/laboratory/samplings";
import { exportOperations, listOperations } from "@tracewater/contract/system/audit";
import { configs } from "@tracewater/contract/system/config";
import { dictData } from "@tracewater/contract/system/dict-data";
import { dictTypes } from "@tracewater/contract/system/dict-types";
import { exportJobLogs, listJobLogs } from "@tracewater/contract/system/jobs";
import { exportLogIns, listLogIns } from "@tracewater/contract/system/login-log";
import { listRoles, roles } from "@tracewater/contract/system/roles";
import { units } from "@tracewater/contract/system/units";
import { users } from "@tracewater/contract/system/users";
import { plainResources } from "../resources/plain-resources.ts";
import {
  deliveryColumns,
  detectionColumns,
  entrustmentColumns,
  itemColumns,
  planColumns,
  samplingColumns,
} from "./column-specs.ts";
import {
  type Column,
  declared,
  describeColumns,
  type ExportCase,
  headed,
  type Language,
  moment,
  type Row,
  type Spec,
} from "./export-columns.ts";
import type { World } from "./export-world.ts";

const boardTestColumns: readonly Spec[] = [
  ...[
    "@measuredAt",
    "device=deviceName",
    "organisation=unitName",
    "lotNo",
    "analyte",
    "sampleNo",
    "operator",
  ],
  ...[
    "c",
    "t",
    "ratio",
    "background",
    "readAfter (s)",
    "boardTemp (°C)",
    "preconcentration",
    ".outcome",
    ".reason",
  ],
  ...["quantity", "unit=quantityUnit", ".confirmation", ".control", ".withheld", "sha256"],
];

/** Begin and end in the plan's own zone; days and analytes by their words. */
function planTable(language: Language): readonly Column[] {
  const labels: Readonly<Record<string, string>> = planLabels[language];
  const between = language === "zh" ? "、" : ", ";
  const list = (row: Row, name: string, label: (one: never) => string | undefined) =>
    (row[name] as never[]).map(label).join(between);
  const own: Record<string, Column[1]> = {
    startsAt: (row) => moment(String(row["zone"]))(row["startsAt"]),
    endsAt: (row) => moment(String(row["zone"]))(row["endsAt"]),
    days: (row) => list(row, "days", (one) => labels[`days.${one}`]),
    analytes: (row) =>
      list(row, "analytes", (one) => analyteLabels[one][language === "zh" ? "nameZh" : "name"]),
  };
  const names = planColumns.map((spec) => spec.replace(/^[@.]| \(.*$/g, ""));
  return describeColumns(
    planLabels,
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
  ["Object", "操作对象", "thing"],
  ["Result", "结果", ended],
  ["Message", "消息", "errorMsg"],
  ["IP address", "IP 地址", "operIp"],
  ["Client", "客户端", "agent"],
  ["Duration (ms)", "耗时（毫秒）", "costTime"],
  ["API call", "接口", "call"],
]);

/** The world of the exports logs in with passwords. */
const logInWays = { en: "Password", zh: "密码" };
const logInTable = headed([
  ["No.", "编号", "infoId"],
  ["Time", "时间", "loginTime"],
  ["User", "用户", "userName"],
  ["Unit", "单位", "deptName"],
  ["Result", "结果", "msg"],
  ["Log-in method", "登录方式", (_row, language) => logInWays[language]],
  ["Second factor", "第二验证方式", () => ""],
  ["IP address", "IP 地址", "ipaddr"],
  ["Browser", "浏览器", "browser"],
  ["Operating system", "操作系统", "os"],
]);

const jobStates = {
  en: { running: "Running", done: "Done", failed: "Failed", interrupted: "Interrupted" },
  zh: { running: "执行中", done: "成功", failed: "失败", interrupted: "已中断" },
};
const jobTable = headed([
  ["Job", "任务", "jobName"],
  ["Target", "调用目标", "invokeTarget"],
  [
    "State",
    "状态",
    (row, language) => new Map(Object.entries(jobStates[language])).get(String(row["state"])),
  ],
  ["Result", "执行结果", "jobMessage"],
  ["Error", "异常信息", "exceptionInfo"],
  ["Scheduled for", "计划时间", "tickTime"],
  ["Started", "开始时间", "startTime"],
  ["Ended", "结束时间", "stopTime"],
  ["Duration (ms)", "耗时（毫秒）", "durationMs"],
  ["Triggered by", "触发方式", "askedBy"],
  ["Node", "节点", "node"],
]);

const at = (name: string) => (row: Row) => moment()(row[name]);
const commandTable = headed([
  ["Device", "设备", "deviceName"],
  ["Command", "指令编号", "id"],
  ["State", "状态", (_row, language) => ({ en: "Failed", zh: "失败" })[language]],
  [
    "Late reply",
    "逾时应答",
    (row, language) => (row["late"] === true ? { en: "yes", zh: "是" }[language] : null),
  ],
  ["Code", "返回码", "code"],
  ["Message", "返回信息", "message"],
  ["Reply", "应答内容", (row) => JSON.stringify(row["reply"])],
  ["Attempts", "下发次数", "attempts"],
  ["Queued", "排队时间", at("queuedAt")],
  ["Sent", "下发时间", at("sentAt")],
  ["Acknowledged", "确认时间", at("acknowledgedAt")],
  ["Finished", "结束时间", at("finishedAt")],
]);

const chartTable = headed([
  ["Batch", "分析批", "batchNo"],
  ["Run time", "运行时间", at("at")],
  ["Value (μg/L)", "测定值 (μg/L)", "value"],
  ["Mean (μg/L)", "均值 (μg/L)", () => null],
  ["s (μg/L)", "标准差 (μg/L)", () => null],
  ["z", "z 值", "z"],
  ["Rules violated", "违反的规则", (row) => (row["rules"] as string[]).join(" ")],
]);

const ofDevice = ({ device }: World) => ({
  params: { family: "waterSample" },
  query: { deviceName: device.credentials.deviceName },
});
const ofGroup = ({ calls }: typeof workStatusLog | typeof sampleModeLog, group: string): ExportCase => ({
  ...{ call: calls.export, list: calls.list, inputOf: ofDevice, group },
  columns: () => [],
  // What a sampler reports of its work and is set to are numbers alone.
  ...(group === "workStatus" || group === "setting" ? { signs: "" } : {}),
});
const ofBatch = ({ batchId }: World) => ({ params: { family: "waterSample", id: batchId } });
const ofChart = ({ control }: World) => ({ query: control });

export const exportCases: readonly ExportCase[] = [
  ...plainResources.map(({ resource }) => declared(resource, resource.calls.list)),
  ...[units, alarmRules, samplingPoints, bottles, dictTypes, dictData, configs].map((resource) =>
    declared(resource, resource.calls.list),
  ),
  declared(undertakings, undertakings.calls.list),
  declared(contractAwards, contractAwards.calls.list),
  declared(boardLots, boardLots.calls.list),
  {
    call: exportBoardTests,
    list: listBoardTests,
    columns: describeColumns(boardTestLabels, boardTestColumns),
  },
  {
    ...{ call: exportDetections, list: listDetections },
    inputOf: ({ detector }) => ({ query: { deviceName: detector } }),
    columns: describeColumns(detectionLabels, detectionColumns),
  },
  { ...declared(users, users.calls.list), signs: "" },
  declared(roles, listRoles),
  {
    ...declared(assayExport, listAssays),
    // The column that guards against another unit at the import.
    rowsOf: (body) => (body["rows"] as Row[]).map((row): Row => ({ ...row, unitOfValue: "ug/L" })),
  },
  { ...declared(loadExport, listLoads), signs: "" },
  { call: exportSamplings, list: listSamplings, columns: describeColumns(samplingLabels, samplingColumns) },
  {
    call: exportDeliveries,
    list: listSampleDeliveries,
    columns: describeColumns(deliveryLabels, deliveryColumns),
  },
  {
    call: exportEntrustments,
    list: listEntrustments,
    columns: describeColumns(entrustmentLabels, entrustmentColumns),
  },
  { call: exportEvidenceItems, list: listEvidenceItems, columns: describeColumns(itemLabels, itemColumns) },
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
