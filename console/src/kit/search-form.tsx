import "./search-form.css";
import Button from "antd/es/button";
import { ChevronDown, ChevronUp, Search, SlidersHorizontal } from "lucide-react";
import { Children, type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { AfterPaint } from "./after-paint.tsx";
import { useIsPhone } from "./phone.ts";

/**
 * The search of a list: one line that unfolds. Its children are the fields, the most wanted first; they hold
 * their own values, Enter in any of them submits.
 */
export function SearchForm(props: {
  children: ReactNode;
  onSubmit: () => void;
  onReset: () => void;
  /** How many fields fit on the line; more of them get the unfold button. */
  inLine?: number;
}) {
  const isPhone = useIsPhone();
  const [open, setOpen] = useState(false);
  const count = Children.toArray(props.children).length;
  const folds = count > (isPhone ? 1 : (props.inLine ?? 4));
  return (
    <search>
      <form
        className={folds && !open ? "search-form search-form-folded" : "search-form"}
        onSubmit={(event) => {
          event.preventDefault();
          props.onSubmit();
        }}
      >
        <AfterPaint instead={<Outline fields={count} folds={folds} />}>
          <div className="search-form-fields">{props.children}</div>
          <div className="search-form-buttons">
            {folds ? <FoldButton open={open} onClick={() => setOpen(!open)} /> : null}
            <SearchButtons onReset={props.onReset} />
          </div>
        </AfterPaint>
      </form>
    </search>
  );
}

function FoldButton({ open, onClick }: { open: boolean; onClick: () => void }) {
  const { t } = useTranslation("kit");
  const isPhone = useIsPhone();
  const Chevron = open ? ChevronUp : ChevronDown;
  const label = open ? t("search.less") : t("search.more");
  return (
    <Button
      type={isPhone ? "default" : "text"}
      aria-expanded={open}
      aria-label={label}
      icon={isPhone ? <SlidersHorizontal size={16} /> : <Chevron size={16} />}
      iconPlacement={isPhone ? "start" : "end"}
      onClick={onClick}
    >
      {isPhone ? null : label}
    </Button>
  );
}

function SearchButtons({ onReset }: { onReset: () => void }) {
  const { t } = useTranslation("kit");
  const isPhone = useIsPhone();
  return (
    <>
      {isPhone ? null : <Button onClick={onReset}>{t("search.reset")}</Button>}
      <Button type="primary" htmlType="submit" icon={<Search size={16} />} aria-label={t("search.search")}>
        {isPhone ? null : t("search.search")}
      </Button>
    </>
  );
}

/** The same places as boxes, for the first picture of the page. */
function Outline({ fields, folds }: { fields: number; folds: boolean }) {
  const { t } = useTranslation("kit");
  const isPhone = useIsPhone();
  const box = (label: string, withIcon: boolean) => (
    <span key={label} className={withIcon ? "search-form-box search-form-box-icon" : "search-form-box"}>
      {isPhone ? null : <span>{label}</span>}
    </span>
  );
  return (
    <>
      <div className="search-form-fields" aria-hidden="true">
        {Array.from({ length: fields }, (_, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: they are all the same
          <span key={at} className="search-form-box" />
        ))}
      </div>
      <div className="search-form-buttons" aria-hidden="true">
        {folds ? box(t("search.more"), true) : null}
        {isPhone ? null : box(t("search.reset"), false)}
        {box(t("search.search"), true)}
      </div>
    </>
  );
}
