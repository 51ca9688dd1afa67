import { useEffect, useRef } from "react";
import { createPortal } from "react-dom";
import { useTranslation } from "react-i18next";
import { pageZoom } from "../../kit/page-zoom.ts";

/** Spec 9. */
const width = 105;
const height = 140;

/** The menu of a tag tab: refresh, close current, close others, close all. */
export function TabMenu(props: {
  x: number;
  y: number;
  affix: boolean;
  onClose: () => void;
  onRefresh: () => void;
  onCloseThis: () => void;
  onCloseOthers: () => void;
  onCloseAll: () => void;
}) {
  const { t } = useTranslation("app");
  const { onClose } = props;
  const page = pageZoom();
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.querySelector("button")?.focus();
    addEventListener("scroll", onClose, true);
    addEventListener("resize", onClose);
    return () => {
      removeEventListener("scroll", onClose, true);
      removeEventListener("resize", onClose);
    };
  }, [onClose]);
  const act = (action: () => void) => () => {
    onClose();
    action();
  };
  return createPortal(
    <>
      <button
        type="button"
        className="tab-menu-ground"
        tabIndex={-1}
        aria-label={t("tabs.leaveMenu")}
        onPointerDown={onClose}
        onContextMenu={(event) => {
          event.preventDefault();
          onClose();
        }}
      />
      <div
        ref={list}
        className="tab-menu"
        role="menu"
        tabIndex={-1}
        style={{
          width,
          left: Math.min(props.x, page.width - width - 8),
          top: Math.min(props.y, page.height - height),
        }}
        onKeyDown={(event) => moveFocus(event.key, list.current, onClose)}
      >
        <button type="button" role="menuitem" onClick={act(props.onRefresh)}>
          {t("tabs.refresh")}
        </button>
        {props.affix ? null : (
          <button type="button" role="menuitem" onClick={act(props.onCloseThis)}>
            {t("tabs.closeThis")}
          </button>
        )}
        <button type="button" role="menuitem" onClick={act(props.onCloseOthers)}>
          {t("tabs.closeOthers")}
        </button>
        <button type="button" role="menuitem" onClick={act(props.onCloseAll)}>
          {t("tabs.closeAll")}
        </button>
      </div>
    </>,
    document.body,
  );
}

function moveFocus(key: string, list: HTMLElement | null, close: () => void): void {
  if (key === "Escape") close();
  const step = key === "ArrowDown" ? 1 : key === "ArrowUp" ? -1 : 0;
  if (step === 0 || !list) return;
  const items = [...list.querySelectorAll("button")];
  const at = items.findIndex((item) => item.matches(":focus"));
  items.at((at + step) % items.length)?.focus();
}
