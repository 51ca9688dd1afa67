import { encodeQR } from "qr";

/** An item's number as a QR code and as a Data Matrix (ECC 200), in rows of modules without a quiet zone. */
export async function symbolsOf(itemNo: string): Promise<{ qr: string[]; dataMatrix: string[] }> {
  // The library of QR codes draws none without a border: its one ring is cut off.
  const ringed = encodeQR(itemNo, "raw", { border: 1, ecc: "quartile" });
  const qr = ringed.slice(1, -1).map((row) => rowOf(row.slice(1, -1)));
  return { qr, dataMatrix: await dataMatrixOf(itemNo) };
}

/** The library is loaded with the first label: its text alone takes 3 MB. */
async function dataMatrixOf(text: string): Promise<string[]> {
  const { default: bwip } = await import("bwip-js/node");
  const [symbol] = bwip.raw("datamatrix", text, {});
  if (symbol === undefined || !("pixs" in symbol)) throw new Error("no Data Matrix was made");
  const { pixs, pixx, pixy } = symbol;
  return Array.from({ length: pixy }, (_, y) =>
    rowOf(pixs.slice(y * pixx, (y + 1) * pixx).map((one) => one !== 0)),
  );
}

const rowOf = (modules: readonly boolean[]) => modules.map((isDark) => (isDark ? "1" : "0")).join("");
