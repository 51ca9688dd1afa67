import { alarmRules } from "@tracewater/contract/fleet/alarm-rules";
import type { z } from "zod";
import type { RuleBody } from "./alarm-rule.store.ts";

type Given = z.input<typeof alarmRules.body>;

const hour = 3600;

/** What the families of domain warn of; added once, and anyone who changes or deletes one keeps it so. */
export const shippedRules: readonly (RuleBody & { key: string })[] = [
  ...sampler(),
  ...detector(),
  ...handheld(),
  ...box(),
  ...spectrometer(),
];

function sampler() {
  const typeKey = "waterSample";
  const event = eventRules(typeKey);
  return [
    ...samplerProperties(typeKey),
    event("sampler.noLiquid", "noLiquid", "Sampler: no liquid", "采样器：无水样", "major"),
    event("sampler.doorOpened", "doorOpened", "Sampler: door opened", "采样器：箱门开启", "info", 60),
    event("sampler.sampleMissed", "sampleMissed", "Sampler: missed sample", "采样器：漏采", "warning", 240),
    event("sampler.pumpFault", "pumpFault", "Sampler: pump fault", "采样器：泵故障", "critical"),
    event("sampler.armJam", "armJam", "Sampler: arm jammed", "采样器：分配臂卡滞", "critical"),
    event(
      "sampler.flowLost",
      "flowSignalLost",
      "Sampler: flow signal lost",
      "采样器：流量信号丢失",
      "warning",
    ),
    event("sampler.moved", "moved", "Sampler: moved", "采样器：设备被移动", "major"),
    event(
      "sampler.codeMismatch",
      "codeMismatch",
      "Sampler: bottle code mismatch",
      "采样器：瓶码不符",
      "major",
    ),
    ...silence(typeKey, "Sampler", "采样器", { silentS: hour, offlineS: hour }),
  ];
}

function samplerProperties(typeKey: Given["typeKey"]) {
  return [
    property("sampler.boxWarm", {
      typeKey,
      name: "Sampler: box temperature high",
      nameZh: "采样器：箱内温度过高",
      identifier: "boxTemp",
      operator: "gt",
      threshold: 8,
      clearThreshold: 6,
      durationS: 1800,
      severity: "major",
      escalateMin: 60,
    }),
    property("sampler.batteryLow", {
      typeKey,
      name: "Sampler: battery low",
      nameZh: "采样器：电池电量低",
      identifier: "batteryLevel",
      operator: "lt",
      threshold: 20,
      clearThreshold: 30,
      durationS: 300,
      severity: "warning",
    }),
    property("sampler.mainsLost", {
      typeKey,
      name: "Sampler: mains power lost",
      nameZh: "采样器：市电中断",
      identifier: "mains",
      operator: "eq",
      threshold: 0,
      durationS: 60,
      severity: "warning",
    }),
    property("sampler.doorOpen", {
      typeKey,
      name: "Sampler: door open",
      nameZh: "采样器：箱门打开",
      identifier: "door",
      operator: "eq",
      threshold: 1,
      durationS: 300,
      severity: "warning",
    }),
    property("sampler.tubeWorn", {
      typeKey,
      name: "Sampler: pump tube worn",
      nameZh: "采样器：泵管寿命不足",
      identifier: "tubeLife",
      operator: "lt",
      threshold: 10,
      clearThreshold: 20,
      severity: "info",
    }),
  ];
}

function detector() {
  const typeKey = "liquidExtract";
  const event = eventRules(typeKey);
  return [
    event("detector.qcFail", "qcFail", "Detector: quality control failed", "检测仪：质控不合格", "major"),
    event("detector.carryOver", "carryOver", "Detector: carry-over", "检测仪：残留超标", "warning"),
    event("detector.reagentLow", "reagentLow", "Detector: reagent low", "检测仪：试剂不足", "warning"),
    event("detector.leak", "leak", "Detector: leak", "检测仪：漏液", "critical"),
    event(
      "detector.pressureHigh",
      "pressureHigh",
      "Detector: column pressure high",
      "检测仪：柱压过高",
      "critical",
    ),
    event("detector.exceed", "exceed", "Detector: limit exceeded", "检测仪：超标", "major"),
    property("detector.wasteFull", {
      typeKey,
      name: "Detector: waste nearly full",
      nameZh: "检测仪：废液桶将满",
      identifier: "wasteLevel",
      operator: "gt",
      threshold: 90,
      clearThreshold: 80,
      severity: "warning",
    }),
    ...silence(typeKey, "Detector", "检测仪", { silentS: hour, offlineS: hour }),
  ];
}

function handheld() {
  const typeKey = "handFastDetector";
  const event = eventRules(typeKey);
  return [
    event(
      "handheld.selfCheckFail",
      "selfCheckFail",
      "Handheld: self-check failed",
      "手持快检仪：自检失败",
      "major",
    ),
    event(
      "handheld.expiredLot",
      "expiredLot",
      "Handheld: reagent lot expired",
      "手持快检仪：试剂批号过期",
      "warning",
    ),
    event(
      "handheld.queueFull",
      "offlineQueueFull",
      "Handheld: offline queue full",
      "手持快检仪：离线队列已满",
      "major",
    ),
    property("handheld.batteryLow", {
      typeKey,
      name: "Handheld: battery low",
      nameZh: "手持快检仪：电池电量低",
      identifier: "batteryLevel",
      operator: "lt",
      threshold: 15,
      clearThreshold: 25,
      severity: "info",
    }),
  ];
}

function box() {
  const typeKey = "evidenceBox";
  const event = eventRules(typeKey);
  return [
    event("box.forced", "forced", "Evidence box: forced open", "物证箱：强行开启", "critical"),
    event("box.wrongItem", "wrongItem", "Evidence box: wrong item", "物证箱：物证不符", "critical"),
    event(
      "box.weightChange",
      "weightChange",
      "Evidence box: weight changed",
      "物证箱：重量异常变化",
      "major",
    ),
    event("box.shock", "shock", "Box: shock", "物证箱：撞击", "warning"),
    event("box.geofence", "geofence", "Evidence box: geofence left", "物证箱：离开电子围栏", "critical"),
    event("box.temp", "temp", "Evidence box: temperature out of range", "物证箱：温度超限", "major"),
    event(
      "box.cameraBlocked",
      "cameraBlocked",
      "Evidence box: camera blocked",
      "物证箱：摄像头被遮挡",
      "major",
    ),
    made("box.leftOpen", {
      typeKey,
      name: "Evidence box: left open",
      nameZh: "物证箱：箱门未关",
      source: "event",
      identifier: "leftOpen",
      severity: "major",
      clearBy: "event",
      clearEvent: "closed",
    }),
    property("box.batteryLow", {
      typeKey,
      name: "Evidence box: battery low",
      nameZh: "物证箱：电池电量低",
      identifier: "batteryLevel",
      operator: "lt",
      threshold: 15,
      clearThreshold: 25,
      severity: "warning",
    }),
    ...silence(typeKey, "Box", "物证箱", { silentS: hour, offlineS: 4 * hour }),
  ];
}

function spectrometer() {
  const typeKey = "mass";
  const event = eventRules(typeKey);
  return [
    event("mass.calFail", "calFail", "Mass spectrometer: calibration failed", "质谱仪：校准不合格", "major"),
    event("mass.blankFail", "blankFail", "Mass spectrometer: blank failed", "质谱仪：空白不合格", "major"),
    event("mass.drift", "drift", "Mass spectrometer: drift", "质谱仪：漂移超限", "warning"),
    event(
      "mass.auditGap",
      "auditTrailGap",
      "Mass spectrometer: audit trail gap",
      "质谱仪：审计追踪缺口",
      "critical",
    ),
  ];
}

function made(key: string, given: Given): RuleBody & { key: string } {
  return { key, ...alarmRules.body.parse(given) };
}

function property(key: string, given: Omit<Given, "source">): RuleBody & { key: string } {
  return made(key, { ...given, source: "property" });
}

/** Events are over in a moment: some are for a person to end, those with minutes go by themselves. */
function eventRules(typeKey: Given["typeKey"]) {
  return (
    key: string,
    identifier: string,
    name: string,
    nameZh: string,
    severity: Given["severity"],
    afterMin: number | null = null,
  ) => {
    const clear =
      afterMin === null
        ? ({ clearBy: "manual" } as const)
        : { clearBy: "after" as const, clearAfterMin: afterMin };
    return made(key, { typeKey, source: "event", identifier, name, nameZh, severity, ...clear });
  };
}

function silence(
  typeKey: Given["typeKey"],
  name: string,
  nameZh: string,
  times: { silentS: number; offlineS: number },
) {
  return [
    made(`${typeKey}.silent`, {
      typeKey,
      source: "silent",
      name: `${name}: online, not reporting`,
      nameZh: `${nameZh}：在线无上报`,
      durationS: times.silentS,
      severity: "warning",
    }),
    made(`${typeKey}.offline`, {
      typeKey,
      source: "offline",
      name: `${name}: offline`,
      nameZh: `${nameZh}：离线`,
      durationS: times.offlineS,
      severity: "major",
    }),
  ];
}
