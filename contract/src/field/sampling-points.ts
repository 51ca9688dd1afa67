import { z } from "zod";
import { flag, idInBody } from "../envelope.ts";
import { defineResource } from "../resource/define-resource.ts";
import { field } from "../resource/field-metadata.ts";
import { text } from "../texts.ts";
import { timeZoneInput } from "../time-zone.ts";
import { samplingPointLabels } from "./sampling-point-labels.ts";

const pointKind = z.enum(["plantInlet", "plantOutlet", "sewerNode", "outfall", "other"]);
const populationMethod = z.enum(["census", "design", "cotinine", "nh4n", "mobile", "hydrochem"]);
const maxPeople = 100_000_000;

/** Where samples are taken: a plant's inlet, a node of the sewer, an outfall. */
export const samplingPoints = defineResource({
  names: { one: "SamplingPoint", many: "SamplingPoints" },
  path: "/v2/admin/samplePoint",
  permission: "field:samplePoint",
  table: "sampling_point",
  key: "pointId",
  unique: "code",
  unit: "unitId",
  fields: {
    code: field(text(60).min(1), { label: "code", search: "text", sortable: true }),
    name: field(text(200).min(1), { label: "name", search: "text", sortable: true }),
    kind: field(pointKind, { label: "kind", dictionary: "kind", search: "choice" }),
    unitId: field(idInBody, {
      ...{ label: "unit", reference: "unit", nameIn: "unitName", search: "choice", column: "hidden" },
    }),
    country: field(text(100).default(""), { label: "country", sortable: true }),
    place: field(text(200).default(""), { label: "place", search: "text", column: "hidden" }),
    address: field(text(300).default(""), { label: "address", column: "hidden" }),
    latitude: field(z.number().min(-90).max(90).nullable().default(null), {
      label: "latitude",
      unit: "°",
      column: "hidden",
    }),
    longitude: field(z.number().min(-180).max(180).nullable().default(null), {
      label: "longitude",
      unit: "°",
      column: "hidden",
    }),
    /** IANA: the days of its plans are those of this zone; empty for the server's. */
    zone: field(timeZoneInput.default(""), { label: "zone", reference: "timeZone", column: "hidden" }),
    population: field(z.number().int().min(0).max(maxPeople).nullable().default(null), {
      label: "population",
      sortable: true,
    }),
    populationMethod: field(populationMethod.nullable().default(null), {
      label: "populationMethod",
      dictionary: "method",
      column: "hidden",
    }),
    populationDate: field(z.iso.date().nullable().default(null), {
      label: "populationDate",
      column: "hidden",
    }),
    designFlow: field(z.number().min(0).max(1e9).nullable().default(null), {
      label: "designFlow",
      unit: "m³/d",
    }),
    contact: field(text(100).default(""), { label: "contact", column: "hidden" }),
    /** Where the point's data is from, as it must be named alongside it. */
    source: field(text(500).default(""), { label: "source", column: "hidden" }),
    /** "0" in use, "1" out of use. */
    status: field(flag.default("0"), { label: "status", dictionary: "status", search: "choice" }),
  },
  shown: {
    unitName: z.string(),
    deviceCount: field(z.number().int(), { label: "devices", export: false }),
  },
  labels: samplingPointLabels,
});

export const samplingPoint = samplingPoints.row;
export type SamplingPoint = z.infer<typeof samplingPoint>;
export const listSamplingPoints = samplingPoints.calls.list;
