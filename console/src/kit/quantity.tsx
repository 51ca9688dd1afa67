import "./quantity.css";
import type { ReactNode } from "react";
import { formatNumber } from "./number.ts";

/**
 * The only way to print a number that was measured: value, unit, flag and uncertainty together.
 * A flag that begins with `<` (`< LOD`, `< LOQ`) is in place of the value; any other is behind it.
 * An absent value is a dash, never a zero.
 */
export function Quantity(props: {
  /** A text is digit by digit as it came: an exact decimal, or a figure that has been rounded and grouped. */
  value: number | string | null | undefined;
  unit?: string | null | undefined;
  /** Digits behind the point; without it the number as it came, at most 6 significant digits. */
  digits?: number | undefined;
  flag?: string | null | undefined;
  uncertainty?: number | string | null | undefined;
  /** An alarm is on this very value. */
  alarm?: boolean;
}): ReactNode {
  const { value, unit, digits, flag, uncertainty } = props;
  if (flag?.startsWith("<")) return <span className="quantity quantity-below">{flag}</span>;
  if (value === null || value === undefined || !isFigure(value)) {
    return <span className="quantity quantity-absent">—</span>;
  }
  return (
    <span className={props.alarm ? "quantity quantity-alarm" : "quantity"}>
      {print(value, digits)}
      {uncertainty === null || uncertainty === undefined ? null : (
        <span className="quantity-uncertainty">± {print(uncertainty, digits)}</span>
      )}
      {unit ? <span className="quantity-unit">{unit}</span> : null}
      {flag ? <span className="quantity-flag">{flag}</span> : null}
    </span>
  );
}

/** Groups of three and a true minus sign are parts of a figure. */
function isFigure(value: number | string): boolean {
  const bare = typeof value === "string" ? value.replaceAll(",", "").replace("−", "-") : value;
  return bare !== "" && Number.isFinite(Number(bare));
}

function print(value: number | string, digits: number | undefined): string {
  return typeof value === "string" ? value : formatNumber(value, digits);
}
