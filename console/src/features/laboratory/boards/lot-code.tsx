import type { BoardLot } from "@tracewater/contract/laboratory/boards";
import QRCode from "antd/es/qr-code";

/** The lot as a code that a detector or a phone scans: number and expiry by their GS1 identifiers (10, 17). */
export function LotCode({ lot }: { lot: BoardLot }) {
  const day =
    lot.expiresOn.length === 7
      ? `${lot.expiresOn.slice(2, 4)}${lot.expiresOn.slice(5, 7)}00`
      : lot.expiresOn.slice(2).replaceAll("-", "");
  return (
    <span className="board-code">
      <QRCode
        type="svg"
        size={112}
        bordered={false}
        bgColor="#fff"
        color="#000"
        value={`(17)${day}(10)${lot.lotNo}`}
      />
      <span className="code">{lot.lotNo}</span>
    </span>
  );
}
