import { ChartSpline, FileInput, Lock, RefreshCw } from "lucide-react";
import type { FamilyConfig } from "./family-config.ts";

/** What is special to the mass spectrometer's list, header and device info. */
export const massSpectrometer: FamilyConfig = {
  family: "mass",
  icon: ChartSpline,
  exampleName: "MS-0401",
  noneText: {
    en: "Add an instrument to get its credentials. Once it connects, its live state, sequence, pump pressure and internal standard appear here.",
    zh: "新增质谱仪即可获取设备凭证。设备连接后，此处显示其实时状态、序列进度、泵压与内标。",
  },
  workState: {
    identifier: "workState",
    states: [
      { value: 0, key: "idle", tone: "off", shape: "ring" },
      { value: 1, key: "running", tone: "info", shape: "disc" },
      { value: 2, key: "hold", tone: "warn", shape: "half" },
      { value: 3, key: "service", tone: "maintenance", shape: "square" },
    ],
  },
  progress: { done: "injection", of: "injections" },
  columns: [
    { identifier: "pressure", unit: "MPa", width: 114, digits: 1, bar: false, keepStale: false },
    { identifier: "standardArea", unit: "%", digits: 0, bar: false, keepStale: true },
  ],
  mainCommands: [{ service: "importBatch", icon: FileInput }],
  quickServices: ["importBatch", "lockSequence"],
  serviceIcons: { importBatch: FileInput, lockSequence: Lock, mandatoryRefresh: RefreshCw },
  limits: {
    standardArea: { target: [80, 120], warnBelow: 80, warnAbove: 120, criticalBelow: 50, criticalAbove: 150 },
    massError: { warnBelow: -5, warnAbove: 5 },
    pressure: { warnAbove: 100, criticalAbove: 120 },
    vacuum: { warnAbove: 0.01 },
    labTemp: { warnBelow: 18, warnAbove: 26 },
  },
  onChange: [
    "workState",
    "sequence",
    "sequenceLocked",
    "injection",
    "injections",
    "sampleName",
    "batchNo",
    "batchCount",
    "tunedAt",
    "qualifiedAt",
    "firmware",
  ],
  reportInterval: "reportInterval",
  infoChart: { identifier: "standardArea", bars: null },
  drawing: "sequence",
  elsewhere: ["injections", "firmware"],
  firstCharts: ["standardArea", "pressure"],
};
