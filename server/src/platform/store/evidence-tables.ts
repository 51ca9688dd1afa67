import type { ColumnType, Generated } from "kysely";

/** Exact decimals: written as numbers, read as text. */
type Amount = ColumnType<string, number | string, number | string>;
type AmountWithDefault = ColumnType<string, number | string | undefined, number | string>;

/** Entrustments, their items, and the boxes that items lay in. */
export type EvidenceTables = {
  entrustment: {
    id: Generated<number>;
    entrustmentNo: string;
    unitId: number;
    clientName: string;
    clientAddress: Generated<string>;
    contact: Generated<string>;
    phone: Generated<string>;
    clientDocument: Generated<string>;
    caseNo: Generated<string>;
    workTypes: string[];
    examination: Generated<string>;
    earlierNo: Generated<string>;
    purpose: Generated<string>;
    matters: string;
    facts: Generated<string>;
    persons: ColumnType<unknown, string | undefined, string>;
    disposition: Generated<string>;
    fetchWeeks: number | null;
    risks: Generated<string>;
    dueDate: string | null;
    fee: number | null;
    feeCurrency: string | null;
    feeNote: Generated<string>;
    opinionDelivery: Generated<string>;
    copies: Generated<number>;
    retention: Generated<string>;
    retentionGround: Generated<string>;
    state: Generated<string>;
    decision: string | null;
    decisionDue: string | null;
    decisionDaysLeft: number | null;
    decisionReason: Generated<string>;
    refusalGround: string | null;
    decidedBy: string | null;
    decidedAt: Date | null;
    firstExaminerId: number | null;
    firstExaminer: Generated<string>;
    secondExaminerId: number | null;
    secondExaminer: Generated<string>;
    reviewerId: number | null;
    reviewer: Generated<string>;
    clientConfirmedBy: string | null;
    clientConfirmedAt: Date | null;
    clientRecordedById: number | null;
    institutionConfirmedBy: string | null;
    institutionConfirmedAt: Date | null;
    institutionConfirmedById: number | null;
    reportNo: Generated<string>;
    reportedBy: string | null;
    reportedAt: Date | null;
    /** How many events the chain has of it. */
    events: Generated<number>;
    madeBy: string;
    createdAt: Generated<Date>;
  };
  evidenceItem: {
    id: Generated<number>;
    itemNo: string;
    entrustmentId: number;
    unitId: number;
    parentId: number | null;
    name: string;
    quantity: Amount;
    unit: string;
    uniqueMark: Generated<string>;
    packaging: Generated<string>;
    sealNo: Generated<string>;
    photoHash: Generated<string>;
    storage: Generated<string>;
    hazard: Generated<string>;
    origin: Generated<string>;
    state: Generated<string>;
    holderId: number;
    holder: string;
    place: Generated<string>;
    deviceId: number | null;
    slot: number | null;
    /** What is left, as it was last counted. */
    reserve: Amount;
    consumed: AmountWithDefault;
    /** What was split off into items of its own. */
    moved: AmountWithDefault;
    returnedAmount: AmountWithDefault;
    destroyedAmount: AmountWithDefault;
    offerToId: number | null;
    offerTo: Generated<string>;
    offerBy: Generated<string>;
    offerExpiresAt: Date | null;
    destroyAskedBy: string | null;
    destroyAskedById: number | null;
    destroyAskedAt: Date | null;
    destroyAuthority: Generated<string>;
    events: Generated<number>;
    createdAt: Generated<Date>;
  };
  evidenceInventory: {
    id: Generated<number>;
    inventoryNo: string;
    unitId: number;
    place: string;
    deviceName: string | null;
    expected: number;
    found: number;
    missing: number;
    stray: number;
    unknown: number;
    result: ColumnType<unknown, string, never>;
    madeBy: string;
    madeAt: Date;
  };
  evidenceFile: {
    id: Generated<number>;
    entrustmentId: number;
    itemId: number;
    kind: string;
    name: string;
    mediaType: string;
    bytes: number;
    sha256: string;
    caption: Generated<string>;
    /** Its name in the folder of evidence; null where its text is in the row. */
    file: string | null;
    content: string | null;
    addedBy: string;
    addedAt: Date;
  };
  evidenceStay: {
    id: Generated<number>;
    itemId: number;
    entrustmentId: number;
    deviceId: number;
    slot: number | null;
    since: Date;
    /** From when its present custodian answers for its temperature; null: since it was put in. */
    legSince: Date | null;
    until: Date | null;
    putBy: string;
    takenBy: string | null;
  };
};
