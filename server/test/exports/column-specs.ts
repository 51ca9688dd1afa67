/** What each column of a sheet says of a row, by the names that the records give it. */
import type { Spec } from "./export-columns.ts";

export const samplingColumns: readonly Spec[] = [
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
  ...["device=deviceName", "slot", "bodyCode", "capCode", "@began", "@ended", "volume (mL)"],
  ...["aliquotsTaken", "aliquotsMissed", "maxGap (min)", "flowSampled (%)", "ph"],
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

export const deliveryColumns: readonly Spec[] = [
  ...["deliveryNo", ".state", "from=unitName", "to=toUnitName", "sampleCount", "courier", "boxNo", "sealNo"],
  ...["@handedAt", "handedBy", "@receivedAt", "receivedBy", "tempMin (°C)", "tempMax (°C)", ".decision"],
  ...["reason", "note"],
];

export const entrustmentColumns: readonly Spec[] = [
  ...["entrustmentNo", ".state", "unitName", "clientName", "caseNo", ".workTypes", ".decision"],
  ...["decisionDue", "dueDate", "reportNo", "itemCount", "@createdAt", "createdBy"],
];

export const itemColumns: readonly Spec[] = [
  ...["itemNo", "entrustmentNo", "name", ".state", "quantity", "reserve", ".unit", "consumed", "moved"],
  ...[
    "returnedAmount",
    "destroyedAmount",
    "holder",
    "place",
    "box=deviceName",
    "slot",
    "sealNo",
    "packaging",
  ],
  ...["uniqueMark", ".storage", ".hazard", ".origin", "parentNo", "photoHash", "@createdAt"],
];

export const planColumns: readonly Spec[] = [
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

export const detectionColumns: readonly Spec[] = [
  ...["@measuredAt", "@startedAt", "device=deviceName", "organisation=unitName", "point=pointName"],
  ...["sampleNo", "method", "quantified", "recovery (%)", ".qc", ".blank", "exceeded", ".state"],
];
