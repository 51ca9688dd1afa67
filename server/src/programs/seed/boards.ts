import type { AnalyteName } from "@tracewater/contract/laboratory/factors";
import { sql } from "kysely";
import { createBoardCatalogStore } from "../../features/laboratory/boards/board-catalog.store.ts";
import type { Db } from "../../platform/store/database.ts";

/** Concentration of the half-way response and cut-off, ng/mL, of the boards that the simulated detectors have loaded. */
const halfWay: readonly [AnalyteName, string, number][] = [
  ["mamp", "Methamphetamine", 40],
  ["mdma", "MDMA", 40],
  ["ketamine", "Ketamine", 30],
  ["benzoylEconine", "Benzoylecgonine", 60],
  ["morphine", "Morphine", 60],
  ["thcCooh", "THC-COOH", 20],
];
/** As often as devices pulled lots, each time two of each analyte. */
const versions = [1, 2, 3];

const sewage = {
  polarity: "competitive",
  matrix: "sewage",
  cutOffUnit: "ng/mL",
  readFrom: 300,
  readUntil: 900,
};
const anyType = { ...sewage, tempLow: 15, tempHigh: 30, fixture: "handheld", status: "0", remark: "" };
const goldType = {
  ...anyType,
  label: "colloidalGold",
  channel: "green",
  signal: "codedDrop",
  maxBackground: null,
};
const anyLot = { minimumC: 4000, ratioCutOff: null, repeat: 5, status: "0", remark: "" };
const goldLot = { ...anyLot, label: "colloidalGold", nominalC: 12_480, minimumContrast: 0.117 };

/** The board types and lots of the demo; those that are there stay as they are. */
export async function addDemoBoards(db: Db): Promise<number> {
  const { types, lots } = createBoardCatalogStore(db);
  let added = 0;
  const addLot = async (lot: object) => {
    if ((await lots.add(lot)) !== undefined) added += 1;
  };
  for (const [place, [analyte, name, c]] of halfWay.entries()) {
    const typeCode = `${analyte.slice(0, 4).toUpperCase()}-GOLD`;
    await types.add({ ...goldType, typeCode, typeName: `${name}, colloidal gold`, analyte, cutOff: c });
    const curve = { a: 1.25 + 0.02 * place, b: 1.1, c, d: 0.04, low: 0.5, high: 2000 };
    for (const version of versions)
      for (const age of [0, 1]) {
        const expiresOn = new Date(Date.UTC(2027, 5 * age + place, 0)).toISOString().slice(0, 10);
        const lotNo = `${analyte.slice(0, 3).toUpperCase()}${2600 + 10 * version + age}`;
        await addLot({ ...goldLot, ...curve, lotNo, typeCode, expiresOn });
      }
  }
  const fluorescent = { typeCode: "KETA-FLUO", label: "fluorescence" };
  const shines = { channel: "brightest", signal: "emission", maxBackground: 60 };
  const typeName = "Ketamine, fluorescence";
  await types.add({ ...anyType, ...fluorescent, ...shines, typeName, analyte: "ketamine", cutOff: 5 });
  const curve = { a: 1.1, b: 1.2, c: 4, d: 0.03, low: 0.1, high: 200 };
  const lot = { lotNo: "KET-F2701", expiresOn: "2027-09", nominalC: null, minimumContrast: 0.1 };
  await addLot({ ...anyLot, ...fluorescent, ...curve, ...lot });
  await types.add({ ...cotinineType, ...shines });
  for (const version of versions) {
    const lotNo = `COT-F${2600 + 10 * version}`;
    await addLot({ ...anyLot, ...cotinineLot, lotNo, expiresOn: "2027-09-30" });
  }
  await planControls(db);
  return added;
}

/** Half of the label is bound before C at 4,000 ng/mL: the boards of which the demo shows the hook effect. */
const cotinineType = {
  ...anyType,
  ...{
    typeCode: "COTI-FLUO",
    typeName: "Cotinine, fluorescence",
    label: "fluorescence",
    analyte: "cotinine",
  },
  ...{ polarity: "turnOn", cutOff: 50 },
};
const cotinineLot = {
  ...{ typeCode: "COTI-FLUO", label: "fluorescence", a: 0.03, b: 1.1, c: 400, d: 1.6, low: 5, high: 2500 },
  ...{ minimumC: 1500, nominalC: 12_480, minimumContrast: 0.1, nominalContrast: null },
};

/** The demo's detectors read a positive and a negative control board each morning; a card is due each week. */
async function planControls(db: Db): Promise<void> {
  await sql`
    insert into board_control_plan (device_id, interval_days, since, set_by, check_interval_days, check_since)
    select d.id, 2, now(), 'demo', 7, now() from device d join product p on p.id = d.product_id
    where p.type_key = 'handFastDetector' on conflict (device_id) do nothing`.execute(db);
}
