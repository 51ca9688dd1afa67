import { type Bottle, bottles } from "@tracewater/contract/field/bottles";
import Button from "antd/es/button";
import Input from "antd/es/input";
import { ScanLine } from "lucide-react";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useApi } from "../../../api/use-api.ts";
import { ErrorBox } from "../../../kit/error-box.tsx";
import { Loading } from "../../../kit/loading.tsx";
import { ScanButton } from "../../../kit/scan/scan-button.tsx";
import { useResourceLabels } from "../../../resource/page-resource.ts";
import { PhoneSection } from "./phone-section.tsx";

const maxShown = 5;

/** A bottle by the code on its body, read by the camera or typed where there is none: its state and its place. */
export function ScanBottle() {
  const { t } = useTranslation("system-app-users");
  const [typed, setTyped] = useState("");
  const [code, setCode] = useState("");
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setCode(typed.trim());
  };
  const read = (scanned: string) => {
    setTyped(scanned.trim());
    setCode(scanned.trim());
  };
  return (
    <PhoneSection title={t("phone.scan")} icon={<ScanLine size={18} />}>
      <p className="record-quiet">{t("phone.scanText")}</p>
      <form className="phone-scan" onSubmit={submit}>
        <Input
          aria-label={t("phone.code")}
          placeholder={t("phone.code")}
          size="large"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={64}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        <ScanButton label={t("phone.scan")} onCode={read} />
        <Button size="large" htmlType="submit" disabled={typed.trim() === ""}>
          {t("phone.find")}
        </Button>
      </form>
      {code === "" ? null : <Found code={code} />}
    </PhoneSection>
  );
}

function Found({ code }: { code: string }) {
  const { t } = useTranslation("system-app-users");
  const query = { bodyCode: code, pageSize: maxShown };
  const found = useApi(bottles.calls.list, { query }, { handled: true, staleMs: 0 });
  if (found.data === undefined) {
    if (found.error === null) return <Loading lines={1} />;
    return <ErrorBox error={found.error} onRetry={() => void found.refetch()} />;
  }
  const { rows, total } = found.data;
  if (rows.length === 0) return <p role="status">{t("phone.noBottle", { code })}</p>;
  return (
    <>
      <ul className="phone-list">
        {rows.map((bottle) => (
          <FoundBottle key={bottle.bottleId} bottle={bottle} />
        ))}
      </ul>
      {total > rows.length ? (
        <p className="record-quiet">{t("phone.moreBottles", { count: total - rows.length })}</p>
      ) : null}
    </>
  );
}

function FoundBottle({ bottle }: { bottle: Bottle }) {
  const label = useResourceLabels(bottles);
  const { bodyCode, capCode, deviceName, slot, state } = bottle;
  const place = deviceName === null || slot === null ? null : `${deviceName} · ${printSlot(slot)}`;
  return (
    <li className="phone-row">
      <Link to={`/laboratory/bottle?bodyCode=${encodeURIComponent(bodyCode)}`} className="phone-main">
        <strong className="code">{bodyCode}</strong>
        <span>{label(`state.${state}`)}</span>
        <span className="record-quiet phone-wide">
          {[place, capCode, bottle.unitName].filter(Boolean).join(" · ")}
        </span>
      </Link>
    </li>
  );
}

/** Extra slots follow the carousel's 24. */
function printSlot(slot: number): string {
  return slot > 24 ? `E${slot - 24}` : String(slot);
}
