import { z } from "zod";
import { localized } from "../both-languages.ts";
import { flag } from "../envelope.ts";
import { defineResource } from "../resource/define-resource.ts";
import { field } from "../resource/field-metadata.ts";
import { unitLabels } from "./unit-labels.ts";

const text = (max: number) => z.string().trim().max(max).default("");

const emailText = z
  .string()
  .trim()
  .max(100)
  .regex(/^$|^[^\s@]+@[^\s@]+\.[^\s@]+$/, localized("is not a valid e-mail address", "邮箱格式不正确"))
  .default("");

/** `ends`: within 30 days; `none`: its users get HTTP 444 until somebody enters a code. */
export const unitLicence = z.enum(["valid", "ends", "none"]);

/** The enterprise units: the roots of the tree of departments, with what is below each. */
export const units = defineResource({
  names: { one: "Unit", many: "Units" },
  path: "/v2/admin/system/unit",
  permission: "system:dept",
  table: "dept",
  key: "deptId",
  unique: "name",
  unit: null,
  fields: {
    name: field(z.string().trim().min(1).max(100), { label: "name", search: "text", sortable: true }),
    creditCode: field(text(40), { label: "creditCode", search: "text", column: "hidden" }),
    leader: field(text(60), { label: "leader", search: "text" }),
    phone: field(text(40), { label: "phone", search: "text", column: "hidden" }),
    email: field(emailText, { label: "email", column: "hidden" }),
    address: field(text(300), { label: "address", column: "hidden" }),
    remark: field(text(500), { label: "remark", column: "hidden" }),
    orderNum: field(z.number().int().min(0).max(1_000_000).default(0), {
      label: "order",
      sortable: true,
      column: "hidden",
    }),
    /** "0" in use, "1" out of use. */
    status: field(flag.default("0"), { label: "status", dictionary: "status", search: "choice" }),
  },
  shown: {
    licence: field(unitLicence, { label: "licence", dictionary: "licence" }),
    licenceUntil: field(z.iso.date().nullable(), { label: "until" }),
    mostDevices: z.number().int().nullable(),
    mostUsers: z.number().int().nullable(),
    departments: field(z.number().int(), { label: "departments" }),
    members: field(z.number().int(), { label: "members" }),
    devices: field(z.number().int(), { label: "devices" }),
    points: field(z.number().int(), { label: "points" }),
  },
  labels: unitLabels,
});

export type Unit = z.infer<typeof units.row>;
