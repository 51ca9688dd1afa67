/**
 * The same small run as the programs of three vendors and as mzTab-M write it: heads, groups and words as in their
 * exports. Agilent MassHunter Quantitative Analysis "Export Table"; SCIEX OS "Results table, export"; Waters TargetLynx
 * "Quantify Compound Summary Report"; mzTab-M 2.0 as in the examples of HUPO-PSI/mzTab.
 */
export type RunSample = { name: string; cocaine: string; mdma: string };

const levels = [0.01, 0.1, 0.5, 1].map((level) => ({ level, area: level * 10_000 }));

export function massHunterFile(samples: readonly RunSample[]): string {
  const groups = [
    "Sample,,,,,",
    "Cocaine Method,Cocaine Results,,",
    "Cocaine-d3 (ISTD) Results,",
    "MDMA Method,MDMA Results,,",
  ];
  const heads = [
    "Name,Data File,Type,Level,Acq. Date-Time,",
    "Exp. Conc.,RT,Resp.,Final Conc.",
    "RT,Resp.",
    "Exp. Conc.,RT,Resp.,Final Conc.",
  ];
  const row = (
    name: string,
    type: string,
    exp: number | "",
    area: number,
    values: readonly [string, string],
  ) =>
    [
      `${name},${name}.d,${type},,2026-03-06 09:12,`,
      `${exp},4.10,${area},${values[0]}`,
      "4.09,250000",
      `${exp},3.72,${area},${values[1]}`,
    ].join(",");
  return [
    groups.join(","),
    heads.join(","),
    row("Solvent", "Blank", "", 0, ["", ""]),
    ...levels.map(({ level, area }, at) =>
      row(`Cal ${at + 1}`, "Cal", level, area, [String(level), String(level)]),
    ),
    ...samples.map(({ name, cocaine, mdma }) => row(name, "Sample", "", 900, [cocaine, mdma])),
    row("QC-mid 1", "QC", 0.5, 5000, ["0.49", "0.51"]),
  ].join("\r\n");
}

export function sciexFile(samples: readonly RunSample[]): string {
  const heads = [
    ...["Sample Name", "Sample Type", "Component Name", "Actual Concentration (ng/mL)", "Area"],
    ...["Retention Time", "Calculated Concentration (ng/mL)", "LLOQ (ng/mL)", "Used"],
  ];
  const rows = (
    name: string,
    type: string,
    actual: number | "",
    area: number,
    values: readonly [string, string],
  ) => [
    [name, type, "Cocaine", actual, area, 4.1, values[0], 0.01, "TRUE"],
    [name, type, "Cocaine-d3", "", 250_000, 4.09, "N/A", "", "TRUE"],
    [name, type, "MDMA", actual, area, 3.72, values[1], 0.01, "TRUE"],
  ];
  return [
    heads,
    ...rows("Solvent", "Blank", "", 0, ["N/A", "N/A"]),
    ...levels.flatMap(({ level, area }, at) =>
      rows(`Cal ${at + 1}`, "Standard", level, area, [String(level), String(level)]),
    ),
    ...samples.flatMap(({ name, cocaine, mdma }) => rows(name, "Unknown", "", 900, [cocaine, mdma])),
    ...rows("QC-mid 1", "Quality Control", 0.5, 5000, ["0.49", "0.51"]),
  ]
    .map((row) => row.join("\t"))
    .join("\r\n");
}

export function targetLynxFile(samples: readonly RunSample[]): string {
  const section = (compound: string, place: number, pick: (one: RunSample) => string, control: string) => [
    `Compound ${place}:  ${compound}`,
    "",
    "\t#\tName\tID\tType\tStd. Conc\tRT\tArea\tIS Area\tResponse\tConc.\t%Dev",
    "1\t1\tSolvent\t\tBlank\t\t\t\t\t\t\t",
    ...levels.map(
      ({ level, area }, at) =>
        `${at + 2}\t${at + 2}\tCal ${at + 1}\t\tStandard\t${level}\t4.1\t${area}\t250000\t${area}\t${level}\t0`,
    ),
    ...samples.map(
      (one, at) => `${at + 6}\t${at + 6}\t${one.name}\t\tAnalyte\t\t4.1\t900\t250000\t900\t${pick(one)}\t`,
    ),
    `99\t99\tQC-mid 1\t\tQC\t0.5\t4.1\t5000\t250000\t5000\t${control}\t`,
    "",
  ];
  return [
    "Quantify Compound Summary Report",
    "",
    "Printed Fri Mar 06 11:02:13 2026",
    "",
    ...section("Cocaine", 1, (one) => one.cocaine, "0.49"),
    ...section("MDMA", 2, (one) => one.mdma, "0.51"),
    ...section("Cocaine-d3 (IS)", 3, () => "1", "1"),
  ].join("\r\n");
}

export function mzTabFile(samples: readonly RunSample[]): string {
  const assays = samples.map((_, at) => `abundance_assay[${at + 1}]`);
  const line = (id: number, name: string, pick: (one: RunSample) => string) =>
    ["SML", id, "null", "null", name, "null", ...samples.map(pick)].join("\t");
  return [
    "MTD\tmzTab-version\t2.0.0-M",
    "MTD\tmzTab-ID\tRUN-7",
    "MTD\tsmall_molecule-quantification_unit\t[UO, UO:0000275, nanogram per milliliter, ]",
    ...samples.flatMap(({ name }, at) => [
      `MTD\tsample[${at + 1}]\t${name}`,
      `MTD\tassay[${at + 1}]\tInjection ${at + 1}`,
      `MTD\tassay[${at + 1}]-sample_ref\tsample[${at + 1}]`,
    ]),
    "",
    ["SMH", "SML_ID", "SMF_ID_REFS", "chemical_formula", "chemical_name", "uri", ...assays].join("\t"),
    line(1, "Cocaine", (one) => one.cocaine),
    line(2, "MDMA", (one) => one.mdma),
  ].join("\n");
}
