import { Activity, CloudUpload, ListChecks, Lock, RefreshCw, ScanLine } from "lucide-react";
import type { FamilyConfig } from "./family-config.ts";

/** What is special to the handheld fast detector's list, header and device info. */
export const handheldDetector: FamilyConfig = {
  family: "handFastDetector",
  icon: ScanLine,
  exampleName: "HF-0201",
  noneText: {
    en: "Add a detector to get its credentials. Once it connects, its live state, upload queue and battery level appear here.",
    zh: "新增快检仪即可获取设备凭证。设备连接后，此处显示其实时状态、待上传数与电量。",
  },
  workState: {
    identifier: "workState",
    states: [
      { value: 0, key: "idle", tone: "off", shape: "ring" },
      { value: 1, key: "selfCheck", tone: "maintenance", shape: "half" },
      { value: 2, key: "reading", tone: "info", shape: "disc" },
      { value: 3, key: "uploading", tone: "info", shape: "half" },
      { value: 4, key: "fault", tone: "critical", shape: "triangle" },
    ],
  },
  progress: null,
  columns: [
    { identifier: "queueLength", unit: "", width: 86, digits: 0, bar: false, keepStale: true },
    { identifier: "batteryLevel", unit: "%", digits: 0, bar: true, keepStale: true },
  ],
  mainCommands: [{ service: "selfCheck", icon: Activity }],
  quickServices: ["read", "pushResult", "pullLots", "selfCheck", "lock"],
  serviceIcons: {
    pullLots: ListChecks,
    read: ScanLine,
    pushResult: CloudUpload,
    selfCheck: Activity,
    lock: Lock,
    mandatoryRefresh: RefreshCw,
  },
  limits: {
    // Boards are read at 15 to 30 °C; beyond that the antibodies bind at another rate (the device's tempOut event).
    boardTemp: { target: [15, 30], warnBelow: 15, warnAbove: 30, criticalBelow: 10, criticalAbove: 35 },
    batteryLevel: { warnBelow: 30, criticalBelow: 10 },
    lightSource: { warnBelow: 90, criticalBelow: 80 },
    memoryUsed: { warnAbove: 80, criticalAbove: 95 },
    queueLength: { warnAbove: 50, criticalAbove: 180 },
    rssi: { warnBelow: -95 },
  },
  onChange: [
    "workState",
    "readCount",
    "queueLength",
    "memoryUsed",
    "lightCheck",
    "cameraCheck",
    "calibratedAt",
    "locked",
    "lastReadAt",
    "lastSampleId",
    "lastBoardLot",
    "lastAnalyte",
    "lastOutcome",
    "lastRatio",
    "lastConcentration",
    "charging",
    "gps",
    "firmware",
  ],
  reportInterval: "reportInterval",
  infoChart: { identifier: "boardTemp", bars: null },
  drawing: "board",
  elsewhere: ["firmware"],
  firstCharts: ["boardTemp", "batteryLevel"],
};
