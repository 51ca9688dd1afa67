/** Contract awards: by which contract somebody works with an evidence box, for whom, for how much and how long. */
import { z } from "zod";
import { idInBody } from "../envelope.ts";
import { defineResource } from "../resource/define-resource.ts";
import { field } from "../resource/field-metadata.ts";
import { text } from "../texts.ts";
import { documentFields } from "./box-documents.ts";
import { contractAwardLabels } from "./contract-award-labels.ts";
import { currency } from "./currency.ts";

/** By the days of its period. */
export const awardState = z.enum(["upcoming", "running", "ended"]);
export type AwardState = z.infer<typeof awardState>;

export const contractAwards = defineResource({
  names: { one: "ContractAward", many: "ContractAwards" },
  path: "/v2/admin/evidence/contractAward",
  permission: "evidence:contractAward",
  table: "contract_award",
  key: "awardId",
  unique: "contractNo",
  unit: "unitId",
  fields: {
    contractNo: field(text(60).min(1), { label: "contractNo", search: "text", sortable: true }),
    deviceName: field(text(64).min(1), { label: "box", search: "exact" }),
    /** That of the box. */
    unitId: field(idInBody, { label: "unit", reference: "unit", nameIn: "unitName", column: "hidden" }),
    awardedBy: field(text(100).min(1), { label: "awardedBy", search: "text" }),
    contractor: field(text(100).min(1), { label: "contractor", search: "text", sortable: true }),
    subject: field(text(300).min(1), { label: "subject", search: "text" }),
    amount: field(z.number().min(0).max(1e12), { label: "amount", sortable: true }),
    currency: field(currency.default("CNY"), { label: "currency", dictionary: "currency" }),
    beginsOn: field(z.iso.date(), { label: "beginsOn", sortable: true }),
    endsOn: field(z.iso.date(), { label: "endsOn", sortable: true }),
    ...documentFields,
    remark: field(text(500).default(""), { label: "remark", column: "hidden" }),
  },
  shown: {
    unitName: z.string(),
    state: field(awardState, { label: "state", dictionary: "state", search: "choice" }),
  },
  labels: contractAwardLabels,
});
export type ContractAward = z.infer<typeof contractAwards.row>;
