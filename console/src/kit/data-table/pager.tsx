import "./pager.css";
import Pagination from "antd/es/pagination";
import Select from "antd/es/select";
import { ChevronLeft, ChevronRight } from "lucide-react";
import { type ReactNode, useRef } from "react";
import { useTranslation } from "react-i18next";
import { AfterPaint } from "../after-paint.tsx";
import { IconButton } from "../icon-button.tsx";
import { formatNumber } from "../number.ts";
import { useIsPhone } from "../phone.ts";
import { pageSizes } from "./page-size.ts";
import { scrollListToTop } from "./scroll-to-top.ts";

/**
 * Total, sizes, previous, pages, next, jumper. After paging the list scrolls to its top in 800 ms. Of a list that is
 * empty though nothing is searched for there is nothing to page: it is not there then.
 */
export function Pager(props: {
  /** Null while it is not known. */
  total: number | null;
  /** There are more than the total, which is as far as they are counted. */
  isMore?: boolean | undefined;
  /** Something is searched for: none in all is worth reporting then. */
  isFiltered?: boolean | undefined;
  page: number;
  size: number;
  onChange: (page: number, size: number) => void;
  /** State counts, right of the total. */
  children?: ReactNode;
}) {
  const bar = useRef<HTMLDivElement>(null);
  const isPhone = useIsPhone();
  const { t } = useTranslation("kit");
  const turn = (page: number, size: number) => {
    props.onChange(page, size);
    if (bar.current) scrollListToTop(bar.current);
  };
  if (props.total === 0 && props.isFiltered !== true && props.page <= 1) return null;
  if (isPhone) return <PhonePager {...props} turn={turn} bar={bar} />;
  return (
    <div className="pager" ref={bar}>
      <span className="pager-total">
        {props.total === null ? null : t("pager.total", { total: shownTotal(props.total, props.isMore) })}
      </span>
      {props.children ? <div className="pager-counts">{props.children}</div> : null}
      <div className="pager-pages">
        <AfterPaint instead={<span className="pager-room" />}>
          <Select
            aria-label={t("pager.size")}
            value={props.size}
            options={pageSizes.map((size) => ({ value: size, label: t("pager.perPage", { size }) }))}
            onChange={(size: number) => turn(1, size)}
          />
          <Pagination
            current={props.page}
            pageSize={props.size}
            total={props.total ?? 0}
            disabled={props.total === null}
            showSizeChanger={false}
            showQuickJumper
            showLessItems
            locale={{ jump_to: t("pager.goTo"), page: t("pager.page") }}
            onChange={turn}
          />
        </AfterPaint>
      </div>
    </div>
  );
}

function shownTotal(total: number, isMore: boolean | undefined): string {
  const text = formatNumber(total, 0);
  return isMore === true ? `${text}+` : text;
}

function PhonePager(props: {
  total: number | null;
  isMore?: boolean | undefined;
  page: number;
  size: number;
  turn: (page: number, size: number) => void;
  bar: React.RefObject<HTMLDivElement | null>;
}) {
  const { t } = useTranslation("kit");
  const { page, size } = props;
  const total = props.total ?? 0;
  const pages = Math.max(1, Math.ceil(total / size));
  const first = (page - 1) * size + 1;
  const rangeOf = () =>
    total === 0
      ? t("pager.total", { total })
      : t("pager.range", {
          first,
          last: Math.min(page * size, total),
          total: shownTotal(total, props.isMore),
        });
  return (
    <div className="pager pager-phone" ref={props.bar}>
      <span className="pager-total">{props.total === null ? null : rangeOf()}</span>
      <div className="pager-pages">
        <IconButton
          label={t("pager.previous")}
          disabled={page <= 1}
          onClick={() => props.turn(page - 1, size)}
        >
          <ChevronLeft />
        </IconButton>
        <span>
          {page} / {pages}
        </span>
        <IconButton
          label={t("pager.next")}
          disabled={page >= pages}
          onClick={() => props.turn(page + 1, size)}
        >
          <ChevronRight />
        </IconButton>
      </div>
    </div>
  );
}
