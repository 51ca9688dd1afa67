import "./quantity.css";
import type { ReactNode } from "react";
import { formatNumber } from "./number.ts";

/**
 * The only way to print a number that was measured: value, unit, flag and uncertainty together.
 * A flag that begins with `<` (`< LOD`, `< LOQ`) stands in place of the value; any other stands behind it.
 * An absent value is a dash, never a zero.
 */
export function Quantity(props: {
  /** A text is an exact decimal: it stands digit by digit as it came. */
  value: number | string | null | undefined;
  unit?: string | null | undefined;
  /** Digits behind the point; without it the number as it came, at most 6 significant digits. */
  digits?: number | undefined;
  flag?: string | null | undefined;
  uncertainty?: number | string | null | undefined;
  /** An alarm stands on this very value. */
  alarm?: boolean;
}): ReactNode {
  const { value, unit, digits, flag, uncertainty } = props;
  if (flag?.startsWith("<")) return <span className="quantity quantity-below">{flag}</span>;
  if (value === null || value === undefined || !Number.isFinite(Number(value))) {
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

function print(value: number | string, digits: number | undefined): string {
  return typeof value === "string" ? value : formatNumber(value, digits);
}
