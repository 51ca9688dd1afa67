/** What an entrustment consists of: the fields of the letter of entrustment, its persons, its states and decisions. */
import { z } from "zod";
import { localized } from "../both-languages.ts";
import { idInBody } from "../envelope.ts";
import { epochMs } from "../moments.ts";
import { currency } from "./currency.ts";

const text = (max: number) => z.string().trim().max(max);

export const workType = z.enum([
  ...(["forensicPhysicalEvidence", "electronicData", "forensicToxicology", "traceIdentification"] as const),
  ...(["forensicClinical", "forensicPathology", "audioVideoMaterial", "documentExamination"] as const),
  ...(["other", "environmentalEvidence"] as const),
]);

export const entrustmentState = z.enum([
  ...(["draft", "submitted", "accepted", "inProgress", "reported", "returned", "closed", "refused"] as const),
]);
export type EntrustmentState = z.infer<typeof entrustmentState>;

/** What the institution answers within seven working days; a request for a supplement stops the clock. */
export const entrustmentDecision = z.enum(["accepted", "supplement", "refused"]);
export type EntrustmentDecision = z.infer<typeof entrustmentDecision>;

/** Grounds of refusal (General Rules of Judicial Appraisal Procedure, article 15), and `other` with its text. */
export const refusalGround = z.enum([
  ...(["outsideScope", "materialUnlawful", "materialInsufficient", "againstEthics", "notPossible"] as const),
  ...(["entrustedElsewhere", "other"] as const),
]);

export const personRole = z.enum(["client", "party", "suspect", "victim", "witness", "other"]);
export const examination = z.enum(["first", "repeated"]);
export const entrustmentPurpose = z.enum([
  ...(["trial", "investigation", "mediation", "arbitration", "administration", "other"] as const),
]);
/** What becomes of the material. */
export const materialDisposition = z.enum([
  ...(["returnWhole", "mayBeConsumed", "remainderFetched", "institutionDisposes"] as const),
]);
export const opinionDelivery = z.enum(["fetched", "posted", "other"]);
export const retention = z.enum(["years30", "forever"]);

export const entrustmentPerson = z.object({
  name: text(60).min(1),
  role: personRole,
  /** They ask for an examiner to be replaced; the ground says why. */
  recusalAsked: z.boolean().default(false),
  recusalGround: text(300).default(""),
});

const day = z.iso.date(localized("must be yyyy-MM-dd", "格式须为 yyyy-MM-dd"));

/** What is written while it is a draft, and again where a supplement was requested. */
export const entrustmentWritten = {
  clientName: text(100).min(1),
  clientAddress: text(200).default(""),
  contact: text(60).default(""),
  phone: text(30).default(""),
  /** The identity document of the client or of its agent. */
  clientDocument: text(60).default(""),
  caseNo: text(64).default(""),
  workTypes: z.array(workType).min(1).max(10),
  examination: examination.default("first"),
  /** The number of the earlier opinion; asked for a repeated examination. */
  earlierNo: text(64).default(""),
  purpose: entrustmentPurpose.default("trial"),
  /** The questions that the opinion has to answer. */
  matters: text(2000).min(1),
  facts: text(4000).default(""),
  persons: z.array(entrustmentPerson).max(50).default([]),
  disposition: materialDisposition.default("returnWhole"),
  /** Weeks within which the remainder is fetched. */
  fetchWeeks: z.number().int().min(1).max(520).nullable().default(null),
  risks: text(1000).default(""),
  dueDate: day.nullable().default(null),
  fee: z.number().min(0).max(99_999_999).nullable().default(null),
  /** Asked for a fee; null without one, and for fees that are older than this field. */
  feeCurrency: currency.nullable().default(null),
  feeNote: text(200).default(""),
  opinionDelivery: opinionDelivery.default("fetched"),
  copies: z.number().int().min(1).max(50).default(3),
  retention: retention.default("years30"),
  retentionGround: text(200).default(""),
};

/** An account that takes no part in the entrustment. */
export const recusedPerson = z.object({
  userId: z.number().int(),
  name: z.string(),
  ground: z.string(),
  decidedBy: z.string(),
});

/** Who did or confirmed something, and when. */
export const signature = z.object({ who: z.string(), at: epochMs });

export const entrustment = z.object({
  entrustmentId: z.number().int(),
  entrustmentNo: z.string(),
  unitId: z.number().int(),
  unitName: z.string(),
  clientName: z.string(),
  caseNo: z.string(),
  workTypes: z.array(workType),
  state: entrustmentState,
  decision: entrustmentDecision.nullable(),
  /** yyyy-MM-dd by which the institution decides; null while nothing waits for it or its clock is stopped. */
  decisionDue: z.string().nullable(),
  isDecisionLate: z.boolean(),
  /** yyyy-MM-dd by which the opinion is due. */
  dueDate: z.string().nullable(),
  reportNo: z.string(),
  itemCount: z.number().int(),
  createdAt: epochMs,
  createdBy: z.string(),
});
export type Entrustment = z.infer<typeof entrustment>;

/** The two examiners and the reviewer: three accounts. */
export const entrustmentStaff = {
  firstExaminerId: idInBody.nullable().default(null),
  secondExaminerId: idInBody.nullable().default(null),
  reviewerId: idInBody.nullable().default(null),
};
