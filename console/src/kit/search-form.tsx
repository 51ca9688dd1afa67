import "./search-form.css";
import Button from "antd/es/button";
import { ChevronDown, ChevronUp, Search, SlidersHorizontal } from "lucide-react";
import { Children, type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
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
  const { t } = useTranslation("kit");
  const isPhone = useIsPhone();
  const [open, setOpen] = useState(false);
  const folds = Children.count(props.children) > (isPhone ? 1 : (props.inLine ?? 4));
  const Chevron = open ? ChevronUp : ChevronDown;
  return (
    <search>
      <form
        className={folds && !open ? "search-form search-form-folded" : "search-form"}
        onSubmit={(event) => {
          event.preventDefault();
          props.onSubmit();
        }}
      >
        <div className="search-form-fields">{props.children}</div>
        <div className="search-form-buttons">
          {folds ? (
            <Button
              type={isPhone ? "default" : "text"}
              aria-expanded={open}
              aria-label={open ? t("search.less") : t("search.more")}
              icon={isPhone ? <SlidersHorizontal size={16} /> : <Chevron size={16} />}
              iconPlacement={isPhone ? "start" : "end"}
              onClick={() => setOpen(!open)}
            >
              {isPhone ? null : open ? t("search.less") : t("search.more")}
            </Button>
          ) : null}
          {isPhone ? null : <Button onClick={props.onReset}>{t("search.reset")}</Button>}
          <Button
            type="primary"
            htmlType="submit"
            icon={<Search size={16} />}
            aria-label={t("search.search")}
          >
            {isPhone ? null : t("search.search")}
          </Button>
        </div>
      </form>
    </search>
  );
}
