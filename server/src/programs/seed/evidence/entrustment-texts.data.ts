import type { EvidenceScript } from "./evidence-script.ts";

type Written = Parameters<EvidenceScript["entrust"]>[3];
type Item = Parameters<EvidenceScript["item"]>[3];

const police = {
  clientName: "City police, narcotics department",
  clientAddress: "Na Příkopě 12, Prague",
  contact: "Tomáš Dvořák",
  phone: "+420 555 0143",
  clientDocument: "Service card 4417",
  purpose: "investigation" as const,
};
const court = {
  clientName: "District court, chamber 4",
  contact: "Registry of chamber 4",
  phone: "+31 555 0112",
  purpose: "trial" as const,
};

/** What clients of the demo asked for, by how their entrustment stands. */
export const written = {
  closed: {
    ...{ ...police, caseNo: "CP-2026-0418", workTypes: ["forensicToxicology", "electronicData"] },
    matters:
      "Which controlled substances does the powder contain, and how pure is it? Which messages on the phone concern its sale?",
    facts: "A bag of white powder and a phone were seized from a parked car.",
    persons: [
      { name: "J. Marek", role: "suspect" },
      { name: "Dr. E. Svoboda", role: "party", recusalAsked: false },
    ],
    ...{
      disposition: "mayBeConsumed",
      risks: "Part of the powder is used up by the tests.",
      fee: 1840,
      feeCurrency: "EUR",
    },
  },
  returned: {
    ...{ ...court, caseNo: "DC-4-2026-117", workTypes: ["environmentalEvidence"] },
    matters: "Does the waste water of the workshop contain precursors of methamphetamine?",
    facts: "Two samples were taken from the sewer below the workshop, one above it.",
    ...{ disposition: "remainderFetched", fetchWeeks: 4, fee: 2600, feeCurrency: "EUR" },
  },
  reported: {
    ...{ ...police, caseNo: "CP-2026-0455", workTypes: ["forensicToxicology"] },
    matters: "Identify the tablets and state how much of the active substance each contains.",
    facts: "Tablets in two bags were handed in by the operator of a club.",
    ...{ disposition: "institutionDisposes", fee: 960, feeCurrency: "EUR" },
  },
  inProgress: {
    ...{ ...court, caseNo: "DC-4-2026-131", workTypes: ["forensicToxicology", "traceIdentification"] },
    ...{ examination: "repeated", earlierNo: "FR-2025-208" },
    matters: "Examine again whether the residues on the scale match the powder of exhibit 3.",
    facts: "The defence questions the first opinion.",
    persons: [
      {
        name: "A. Petit",
        role: "suspect",
        recusalAsked: true,
        recusalGround: "Took part in the first opinion.",
      },
    ],
    fee: 3100,
    feeCurrency: "EUR",
  },
  accepted: {
    ...{ ...police, caseNo: "CP-2026-0502", workTypes: ["forensicPhysicalEvidence", "documentExamination"] },
    matters: "Are the fingerprints on the packaging those of the suspect? Were the delivery notes altered?",
    ...{ disposition: "returnWhole", fee: 1250, feeCurrency: "EUR" },
  },
  late: {
    ...{ ...court, caseNo: "DC-4-2026-140", workTypes: ["documentExamination"] },
    matters: "Was the signature on page 3 of the contract made by the defendant?",
  },
  submitted: {
    ...{ ...police, caseNo: "CP-2026-0519", workTypes: ["audioVideoMaterial"] },
    matters: "Is the recording of the car park of one piece, or was it cut?",
    facts: "The operator of the car park handed over a storage card.",
  },
  supplement: {
    ...{ ...police, caseNo: "CP-2026-0511", workTypes: ["electronicData"] },
    matters: "Recover the deleted contacts of the tablet.",
  },
  refused: {
    ...{ ...court, caseNo: "DC-4-2026-128", workTypes: ["forensicClinical"] },
    matters: "How long was the witness unfit for work?",
  },
  draft: {
    ...{ ...police, caseNo: "CP-2026-0523", workTypes: ["forensicToxicology"] },
    matters: "Identify the liquid in the three vials.",
  },
} as const satisfies Record<string, Written>;

/** The material. */
export const material = {
  powder: {
    ...{ name: "White powder in a zip bag", quantity: 12.5, unit: "g", uniqueMark: "Exhibit 1" },
    ...{ packaging: "Evidence bag, 200 x 300 mm", sealNo: "SE-104418", hazard: "chemical", storage: "dry" },
    place: "Evidence centre, intake",
  },
  phone: {
    ...{
      name: "Mobile phone, black, screen cracked",
      quantity: 1,
      uniqueMark: "Exhibit 2, serial 88-1032-K",
    },
    ...{
      packaging: "Faraday bag",
      sealNo: "SE-104419",
      storage: "faraday",
      place: "Evidence centre, intake",
    },
  },
  water: {
    ...{ name: "Waste water, sewer below the workshop", quantity: 2, unit: "L", uniqueMark: "Bottle 7" },
    ...{ packaging: "Glass bottle, amber", storage: "c4", origin: "takenAtScene" },
    ...{ hazard: "biological", place: "Evidence centre, cold room" },
  },
  upstream: {
    ...{ name: "Waste water, sewer above the workshop", quantity: 1, unit: "L", uniqueMark: "Bottle 8" },
    ...{ packaging: "Glass bottle, amber", sealNo: "SE-104378", storage: "c4", origin: "takenAtScene" },
    ...{ hazard: "biological", place: "Evidence centre, cold room" },
  },
  tablets: {
    ...{ name: "Tablets, blue, imprint of a crown", quantity: 60, unit: "piece", uniqueMark: "Exhibit A" },
    ...{
      packaging: "Evidence bag, 100 x 150 mm",
      sealNo: "SE-104391",
      hazard: "chemical",
      storage: "ambient",
    },
    place: "Evidence centre, intake",
  },
  moreTablets: {
    ...{ name: "Tablets, green", quantity: 24, unit: "piece", uniqueMark: "Exhibit B" },
    ...{
      packaging: "Evidence bag, 100 x 150 mm",
      sealNo: "SE-104392",
      hazard: "chemical",
      storage: "ambient",
    },
    place: "Evidence centre, intake",
  },
  scale: {
    ...{ name: "Pocket scale with residues", quantity: 1, unit: "piece", uniqueMark: "Exhibit 4" },
    ...{ packaging: "Cardboard box", sealNo: "SE-104430", origin: "sent", place: "Evidence centre, intake" },
  },
  exhibit: {
    ...{ name: "Powder of exhibit 3", quantity: 480, unit: "mg", uniqueMark: "Exhibit 3" },
    ...{ packaging: "Glass vial", sealNo: "SE-104431", hazard: "chemical", origin: "sent", storage: "dry" },
    place: "Evidence centre, intake",
  },
  swabs: {
    ...{ name: "Swabs of the table", quantity: 6, unit: "piece", uniqueMark: "Exhibits 5 to 10" },
    ...{
      packaging: "Swab tubes",
      sealNo: "SE-104432",
      hazard: "biological",
      storage: "c-20",
      origin: "sent",
    },
    place: "Evidence centre, intake",
  },
  notes: {
    ...{ name: "Delivery notes, 14 sheets", quantity: 14, unit: "piece", uniqueMark: "Exhibit 12" },
    ...{
      packaging: "Paper envelope",
      sealNo: "SE-104447",
      origin: "fetched",
      place: "Evidence centre, intake",
    },
  },
  contract: {
    ...{ name: "Contract of sale, 5 sheets", quantity: 5, unit: "piece", uniqueMark: "Annex K3" },
    ...{ packaging: "Paper envelope", sealNo: "SE-104451", origin: "sent", place: "Evidence centre, intake" },
  },
  card: {
    ...{ name: "Storage card, 128 GB", quantity: 1, unit: "piece", uniqueMark: "Serial SD-77120" },
    ...{ packaging: "Antistatic bag", place: "City police, evidence office", storage: "faraday" },
  },
  tablet: {
    ...{ name: "Tablet computer, grey", quantity: 1, unit: "piece", uniqueMark: "Serial TB-5521" },
    ...{
      packaging: "Faraday bag",
      sealNo: "SE-104460",
      storage: "faraday",
      place: "Evidence centre, intake",
    },
  },
  files: {
    ...{ name: "Medical files, copies", quantity: 1, unit: "piece", packaging: "Paper envelope" },
    ...{ origin: "sent", place: "Evidence centre, intake" },
  },
} as const satisfies Record<string, Item>;

/** What lies in evidence boxes, one after the other. */
export const boxed: readonly Item[] = [
  {
    name: "Packaging with fingerprints",
    quantity: 3,
    unit: "piece",
    packaging: "Evidence bag, 200 x 300 mm",
  },
  {
    name: "Adhesive tape from the parcel",
    quantity: 1,
    unit: "piece",
    packaging: "Evidence bag, 100 x 150 mm",
  },
  { name: "Shipping label, torn", quantity: 2, unit: "piece", packaging: "Paper envelope" },
];
