import type { ColumnType, Generated } from "kysely";

/** The tables of the laboratory, as the query builder sees them; exact numbers travel as text. */
export type LaboratoryTables = {
  analyteFactor: {
    id: Generated<number>;
    /** Null for what ships. */
    unitId: number | null;
    analyte: string;
    version: number;
    excretedFraction: string | null;
    factor: string | null;
    doseMg: string | null;
    factorUncertainty: string | null;
    doseUncertainty: string | null;
    therapeuticShare: string | null;
    source: string;
    doseSource: string;
    trust: string;
    reason: string;
    createdAt: Generated<Date>;
    createdBy: string;
  };
  assay: {
    id: Generated<number>;
    unitId: number;
    /** Of the laboratory that had the sample, where that is another. */
    labUnitId: Generated<number | null>;
    bottleId: number;
    deviceId: number | null;
    pointId: number;
    /** A day; the driver reads it as midnight of its own zone, so stores ask for its text. */
    sampledOn: ColumnType<Date, string, string>;
    analyte: string;
    /** Concentrations in μg/L. */
    value: string | null;
    flag: string;
    lod: string | null;
    loq: string | null;
    uncertainty: string | null;
    recovery: number | null;
    ionRatio: Generated<number | null>;
    retentionTime: Generated<number | null>;
    enantiomericFraction: Generated<number | null>;
    phase: string;
    source: string;
    method: string;
    methodVersion: string;
    state: string;
    analystIds: number[];
    analyst: string;
    enteredAt: Generated<Date>;
    reviewerId: number | null;
    reviewer: Generated<string>;
    reviewedAt: Date | null;
    reviewNote: Generated<string>;
    reason: Generated<string>;
    supersedes: number | null;
    batchId: Generated<number | null>;
    /** What had failed of its quality control when it was approved nonetheless. */
    qcFailed: Generated<string[]>;
  };
  assayBatch: {
    id: Generated<number>;
    unitId: number;
    batchNo: string;
    instrument: string;
    method: string;
    methodVersion: string;
    runAt: Date;
    note: string;
    criteria: ColumnType<unknown, string, string>;
    madeBy: string;
    madeAt: Generated<Date>;
    deviceId: Generated<number | null>;
  };
  controlResult: {
    id: Generated<number>;
    batchId: number;
    unitId: number;
    analyte: string;
    kind: string;
    material: string;
    value: string | null;
    /** The measurement as it was entered. */
    figures: ColumnType<unknown, string, string>;
    enteredAt: Generated<Date>;
    /** Of the file that it came in with. */
    fileSha256: Generated<string | null>;
  };
  batchVerdict: {
    batchId: number;
    analyte: string;
    checks: ColumnType<unknown, string, string>;
    failed: string[];
    judgedAt: Generated<Date>;
  };
  controlLimit: {
    id: Generated<number>;
    unitId: number;
    analyte: string;
    method: string;
    instrument: string;
    material: string;
    kind: Generated<string>;
    mean: number;
    deviation: number;
    isProvisional: Generated<boolean>;
    reason: string;
    setAt: Generated<Date>;
    setBy: string;
  };
  assayMapping: {
    id: Generated<number>;
    unitId: number | null;
    name: string;
    instrument: string;
    mapping: ColumnType<unknown, string, string>;
    changedAt: Generated<Date>;
    changedBy: string;
  };
  assayImport: {
    id: Generated<number>;
    unitId: number | null;
    sha256: string;
    fileName: string;
    added: number;
    leftOut: number;
    importedAt: Generated<Date>;
    importedBy: string;
    batchId: Generated<number | null>;
  };
  loadRun: {
    id: Generated<number>;
    unitId: number;
    pointId: number;
    /** What the calculation was asked for and assumed. */
    parameters: ColumnType<unknown, string, string>;
    madeAt: Generated<Date>;
    madeBy: string;
  };
  loadResult: {
    id: Generated<number>;
    runId: number;
    assayId: number;
    unitId: number;
    pointId: number;
    sampledOn: ColumnType<Date, string, string>;
    analyte: string;
    inForce: Generated<boolean>;
  };
  methodUncertainty: {
    id: Generated<number>;
    unitId: number;
    analyte: string;
    method: string;
    instrument: string;
    /** Percent, k = 1. */
    within: number;
    bias: number;
    reference: number;
    standard: number;
    reason: string;
    setAt: Generated<Date>;
    setBy: string;
  };
  proficiencyResult: {
    id: Generated<number>;
    unitId: number;
    provider: string;
    round: string;
    sample: string;
    analyte: string;
    heldOn: ColumnType<Date, string, string>;
    /** μg/L; uncertainties are expanded, k = 2. */
    assigned: string;
    sigma: string;
    assignedUncertainty: string | null;
    value: string;
    uncertainty: string | null;
    source: string;
    note: string;
    madeAt: Generated<Date>;
    madeBy: string;
  };
  markerResult: {
    id: Generated<number>;
    samplingId: number;
    unitId: number;
    pointId: number;
    sampledOn: ColumnType<Date, string, string>;
    marker: string;
    /** mg/L; the uncertainty is expanded, k = 2. */
    value: number;
    uncertainty: number | null;
    source: string;
    madeAt: Generated<Date>;
    madeBy: string;
  };
  populationSetting: {
    id: Generated<number>;
    unitId: number;
    parameter: string;
    since: ColumnType<Date, string, string>;
    value: number | null;
    /** Percent, k = 1. */
    uncertainty: number | null;
    isDesign: boolean;
    source: string;
    madeAt: Generated<Date>;
    madeBy: string;
  };
  pointReport: {
    id: Generated<number>;
    unitId: number;
    pointId: number;
    runId: number | null;
    scheduleId: number | null;
    fromDay: ColumnType<Date, string, string>;
    untilDay: ColumnType<Date, string, string>;
    parameters: ColumnType<unknown, string, string>;
    subject: ColumnType<unknown, string, string>;
    state: Generated<string>;
    progress: Generated<number>;
    reasonEn: Generated<string>;
    reasonZh: Generated<string>;
    figures: ColumnType<unknown, string | null, string | null>;
    layout: string;
    custodyHead: ColumnType<unknown, string, never>;
    pdfName: string | null;
    pdfSha256: string | null;
    pdfBytes: number | null;
    xlsxName: string | null;
    xlsxSha256: string | null;
    xlsxBytes: number | null;
    node: string;
    madeAt: Date;
    madeBy: string;
  };
  reportSchedule: {
    id: Generated<number>;
    unitId: number;
    pointId: number;
    every: string;
    parameters: ColumnType<unknown, string, string>;
    createdAt: Generated<Date>;
    createdBy: string;
    endedAt: Date | null;
  };
};
