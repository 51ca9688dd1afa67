/** Off-site undertakings: who undertakes to keep an evidence box outside of its place, where, why and until when. */
import { z } from "zod";
import { idInBody } from "../envelope.ts";
import { defineResource } from "../resource/define-resource.ts";
import { field } from "../resource/field-metadata.ts";
import { text } from "../texts.ts";
import { documentFields } from "./box-documents.ts";
import { undertakingLabels } from "./undertaking-labels.ts";

/** `overdue`: the day of its return is over. */
export const undertakingState = z.enum(["out", "overdue", "returned"]);
export type UndertakingState = z.infer<typeof undertakingState>;

export const undertakings = defineResource({
  names: { one: "Undertaking", many: "Undertakings" },
  path: "/v2/admin/evidence/undertaking",
  permission: "evidence:undertaking",
  table: "box_undertaking",
  key: "undertakingId",
  unique: "undertakingNo",
  unit: "unitId",
  fields: {
    undertakingNo: field(text(40).min(1), { label: "undertakingNo", search: "text", sortable: true }),
    deviceName: field(text(64).min(1), { label: "box", search: "exact" }),
    /** That of the box. */
    unitId: field(idInBody, { label: "unit", reference: "unit", nameIn: "unitName", column: "hidden" }),
    undertaker: field(text(100).min(1), { label: "undertaker", search: "text", sortable: true }),
    contact: field(text(100).default(""), { label: "contact", column: "hidden" }),
    place: field(text(200).min(1), { label: "place", search: "text" }),
    purpose: field(text(300).min(1), { label: "purpose" }),
    beginsOn: field(z.iso.date(), { label: "beginsOn", sortable: true }),
    dueOn: field(z.iso.date(), { label: "dueOn", sortable: true }),
    returnedOn: field(z.iso.date().nullable().default(null), { label: "returnedOn", sortable: true }),
    ...documentFields,
    remark: field(text(500).default(""), { label: "remark", column: "hidden" }),
  },
  shown: {
    unitName: z.string(),
    state: field(undertakingState, { label: "state", dictionary: "state", search: "choice" }),
  },
  labels: undertakingLabels,
});
export type Undertaking = z.infer<typeof undertakings.row>;
