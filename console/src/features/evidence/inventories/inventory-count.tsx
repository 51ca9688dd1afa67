import {
  addInventory,
  type InventoryItem,
  type InventoryPlace,
  listExpectedItems,
  listInventories,
} from "@tracewater/contract/evidence/inventories";
import Button from "antd/es/button";
import { ScanBarcode } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { invalidate, useApi, useApiMutation } from "../../../api/use-api.ts";
import { ErrorBox } from "../../../kit/error-box.tsx";
import { Loading } from "../../../kit/loading.tsx";
import { ScanButton } from "../../../kit/scan/scan-button.tsx";
import { State } from "../../../kit/state.tsx";
import { numberIn, splitScans } from "./inventory-scans.ts";

/** What lies at a place by the books; each scan ticks one off, or shows up as not expected here. */
export function InventoryCount({ site, onDone }: { site: InventoryPlace; onDone: () => void }) {
  const { t } = useTranslation("evidence-inventories");
  const navigate = useNavigate();
  const [codes, setCodes] = useState<readonly string[]>([]);
  const where = { unitId: site.unitId, place: site.place, deviceName: site.deviceName ?? "" };
  const expected = useApi(listExpectedItems, { query: where }, { handled: true });
  const send = useApiMutation(addInventory, { handled: true });
  if (expected.data === undefined) {
    return expected.error === null ? (
      <Loading lines={6} />
    ) : (
      <ErrorBox error={expected.error} onRetry={() => void expected.refetch()} />
    );
  }
  const items = expected.data.data;
  const scans = splitScans(items, codes);
  const add = (code: string) =>
    setCodes((known) => (known.some((one) => numberIn(one) === numberIn(code)) ? known : [...known, code]));
  const finish = () =>
    send.mutate(
      { body: { ...where, codes: [...codes] } },
      {
        onSuccess: ({ data }) => {
          void invalidate(listInventories);
          onDone();
          void navigate(`/evidence/inventory?id=${data.inventoryId}`);
        },
      },
    );
  return (
    <div className="inventory-count">
      <ScanLine onCode={add} />
      <p className="inventory-sum num" role="status">
        {t("count.sum", { found: scans.found.size, expected: items.length, other: scans.others.length })}
      </p>
      <ul className="inventory-items">
        {items.map((item) => (
          <ExpectedItem key={item.itemId} item={item} isFound={scans.found.has(item.itemNo)} />
        ))}
        {scans.others.map((code) => (
          <li key={code} className="inventory-other">
            <span className="code">{numberIn(code)}</span>
            <State tone="warn" label={t("count.other")} />
            <Button size="small" onClick={() => setCodes(codes.filter((one) => one !== code))}>
              {t("count.takeBack")}
            </Button>
          </li>
        ))}
      </ul>
      {send.error === null ? null : (
        <p className="inventory-refusal" role="alert">
          {send.error.message}
        </p>
      )}
      <p>
        <Button type="primary" loading={send.isPending} onClick={finish}>
          {t("count.finish", { count: items.length - scans.found.size })}
        </Button>
      </p>
    </div>
  );
}

function ExpectedItem({ item, isFound }: { item: InventoryItem; isFound: boolean }) {
  const { t } = useTranslation("evidence-inventories");
  return (
    <li>
      <span className="code">{item.itemNo}</span>
      <span>{item.name}</span>
      <span className="record-quiet">
        {[item.slot === null ? "" : t("slot", { slot: item.slot }), item.sealNo].filter(Boolean).join(" · ")}
      </span>
      <State tone={isFound ? "ok" : "off"} label={t(isFound ? "count.found" : "count.open")} />
    </li>
  );
}

/** Listens for a scanner, which ends a code with Enter; beside it the camera of a phone. */
function ScanLine({ onCode }: { onCode: (code: string) => void }) {
  const { t } = useTranslation("evidence-inventories");
  const [typed, setTyped] = useState("");
  return (
    <form
      className="inventory-scan"
      onSubmit={(event) => {
        event.preventDefault();
        if (typed.trim() !== "") onCode(typed.trim());
        setTyped("");
      }}
    >
      <label>
        <span>{t("count.scan")}</span>
        <span className="inventory-scan-box">
          <ScanBarcode size={16} aria-hidden="true" />
          <input
            className="code"
            value={typed}
            maxLength={200}
            // biome-ignore lint/a11y/noAutofocus: the caret rests in the scan field, or a scanner's first code is lost
            autoFocus
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => setTyped(event.target.value)}
          />
          <kbd>Enter</kbd>
        </span>
      </label>
      <ScanButton many label={t("count.camera")} onCode={onCode} />
    </form>
  );
}
