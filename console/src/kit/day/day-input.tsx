import "./day.css";
import Input from "antd/es/input";
import Popover from "antd/es/popover";
import { CalendarDays } from "lucide-react";
import { lazy, type ReactNode, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { focusOnOpen } from "../focus-on-open.ts";
import { Loading } from "../loading.tsx";
import { type DayPrecision, readDayText, showDayText } from "./day-text.ts";

const Calendar = lazy(async () => ({ default: (await import("./calendar.tsx")).Calendar }));

type Props = {
  precision?: DayPrecision;
  /** `YYYY-MM-DD`, with a time `YYYY-MM-DDTHH:mm[:ss]`; empty where there is none. */
  value?: string | null | undefined;
  /** Hears of what is a whole time, and of emptiness; what is half typed is none. */
  onChange?: (value: string) => void;
  id?: string;
  disabled?: boolean;
  status?: "" | "error";
  prefix?: ReactNode;
  required?: boolean;
  autoFocus?: boolean;
  "aria-label"?: string;
  "aria-required"?: boolean | "true" | "false";
  "aria-invalid"?: boolean | "true" | "false";
  "aria-describedby"?: string;
};

/**
 * A day, or a day with its time, in the console's language whatever the browser's is. It is typed, or chosen from a
 * calendar that is fetched when it is opened.
 */
export function DayInput(props: Props) {
  const { precision = "day", value: given, onChange, disabled, status, autoFocus = false, ...rest } = props;
  const { t } = useTranslation("kit");
  const value = given ?? "";
  const [typed, setTyped] = useState<string | null>(null);
  const [open, setOpen] = useState(false);
  const isOwn = typed !== null && readDayText(typed, precision) === value;
  const text = isOwn ? typed : showDayText(value);
  const isWrong = isOwn && typed.trim() !== "" && value === "";
  const take = (next: string) => {
    setTyped(next);
    const read = readDayText(next, precision);
    if (read !== value) onChange?.(read);
  };
  const choose = (next: string) => {
    setOpen(false);
    setTyped(null);
    onChange?.(next);
  };
  /** What is a day is shown as one. */
  const show = () => {
    if (!isWrong) setTyped(null);
  };
  return (
    <Input
      {...rest}
      ref={autoFocus ? focusOnOpen : null}
      className="day-input num"
      autoComplete="off"
      spellCheck={false}
      maxLength={24}
      placeholder={t(`day.shape.${precision}`)}
      disabled={disabled ?? false}
      status={status || (isWrong && !open ? "error" : "")}
      value={text}
      onChange={(event) => take(event.target.value)}
      onBlur={show}
      onPressEnter={show}
      suffix={
        disabled ? (
          <span />
        ) : (
          <Popover
            trigger="click"
            placement="bottomRight"
            arrow={false}
            open={open}
            onOpenChange={setOpen}
            destroyOnHidden
            content={
              <Suspense fallback={<Loading lines={6} />}>
                <Calendar value={value} precision={precision} onChoose={choose} />
              </Suspense>
            }
          >
            <button type="button" className="day-open" aria-label={t("day.open")} aria-expanded={open}>
              <CalendarDays size={15} />
            </button>
          </Popover>
        )
      }
    />
  );
}
