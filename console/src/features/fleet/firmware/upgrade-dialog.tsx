import { listDevices } from "@tracewater/contract/fleet/devices";
import type { Firmware } from "@tracewater/contract/fleet/firmware";
import {
  addFirmwareBatch,
  listFirmwareBatches,
  previewFirmwareBatch,
  type UpgradeSelection,
} from "@tracewater/contract/fleet/firmware-upgrades";
import Form from "antd/es/form";
import Input from "antd/es/input";
import InputNumber from "antd/es/input-number";
import Modal from "antd/es/modal";
import Segmented from "antd/es/segmented";
import Select from "antd/es/select";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { invalidate, useApi, useApiMutation } from "../../../api/use-api.ts";

const kinds = ["all", "devices", "tag", "percent"] as const;
type Kind = (typeof kinds)[number];
type Aim = { kind: Kind; deviceIds: number[]; tag: string; percent: number };
type Terms = { name: string; atOnce: number; patienceMinutes: number; waitHours: number };

/** Whom the version is for, how fast, and what that means before it begins. */
export function UpgradeDialog(props: { firmware: Firmware; onClose: (started?: number) => void }) {
  const { t } = useTranslation("fleet-firmware");
  const { firmware, onClose } = props;
  const [aim, setAim] = useState<Aim>({ kind: "devices", deviceIds: [], tag: "", percent: 10 });
  const [terms, setTerms] = useState<Terms>({ name: "", atOnce: 50, patienceMinutes: 60, waitHours: 168 });
  const start = useApiMutation(addFirmwareBatch, { handled: true });
  const selection = toSelection(aim);
  const submit = () => {
    if (selection === null) return;
    start.mutate(
      { body: { firmwareId: firmware.id, selection, ...terms } },
      {
        onSuccess: ({ data }) => {
          void invalidate(listFirmwareBatches);
          onClose(data.id);
        },
      },
    );
  };
  return (
    <Modal
      open
      centered
      width={560}
      title={t("upgrade.title", { version: firmware.version })}
      okText={t("upgrade.submit")}
      okButtonProps={{ disabled: selection === null }}
      cancelText={t("cancel")}
      confirmLoading={start.isPending}
      onOk={submit}
      onCancel={() => onClose()}
    >
      <Form layout="vertical" component="div">
        <Form.Item label={t("upgrade.whom")}>
          <Segmented
            block
            value={aim.kind}
            onChange={(kind) => setAim({ ...aim, kind })}
            options={kinds.map((kind) => ({ value: kind, label: t(`upgrade.${kind}`) }))}
          />
        </Form.Item>
        <AimField firmware={firmware} aim={aim} onAim={setAim} />
        <Preview firmwareId={firmware.id} selection={selection} />
        <TermFields terms={terms} onTerms={setTerms} />
        {start.error === null ? null : (
          <p className="firmware-fault" role="alert">
            {start.error.message}
          </p>
        )}
      </Form>
    </Modal>
  );
}

function AimField(props: { firmware: Firmware; aim: Aim; onAim: (aim: Aim) => void }) {
  const { t } = useTranslation("fleet-firmware");
  const { aim, onAim } = props;
  if (aim.kind === "devices") return <DeviceField {...props} />;
  if (aim.kind === "tag") {
    return (
      <Form.Item label={t("upgrade.tagLabel")}>
        <Input
          maxLength={30}
          value={aim.tag}
          onChange={(event) => onAim({ ...aim, tag: event.target.value })}
        />
      </Form.Item>
    );
  }
  if (aim.kind === "all") return null;
  return (
    <Form.Item label={t("upgrade.percentLabel")} extra={t("upgrade.percentHint")}>
      <InputNumber
        min={1}
        max={100}
        precision={0}
        suffix="%"
        value={aim.percent}
        onChange={(percent) => onAim({ ...aim, percent: percent ?? 10 })}
      />
    </Form.Item>
  );
}

function DeviceField(props: { firmware: Firmware; aim: Aim; onAim: (aim: Aim) => void }) {
  const { t } = useTranslation("fleet-firmware");
  const { firmware, aim, onAim } = props;
  const [keyword, setKeyword] = useState("");
  const query = { pageSize: 50, ...(keyword === "" ? {} : { keyword }) };
  const found = useApi(listDevices, { params: { family: firmware.typeKey }, query }, { keepPrevious: true });
  const options = (found.data?.rows ?? []).map((row) => ({
    value: row.id,
    label: row.nickname === "" ? row.deviceName : `${row.deviceName} · ${row.nickname}`,
  }));
  return (
    <Form.Item label={t("upgrade.devicesLabel")}>
      <Select
        mode="multiple"
        showSearch={{ filterOption: false, onSearch: setKeyword }}
        placeholder={t("upgrade.devicesHint")}
        options={options}
        loading={found.isFetching}
        maxTagCount={8}
        value={aim.deviceIds}
        onChange={(deviceIds: number[]) => onAim({ ...aim, deviceIds })}
      />
    </Form.Item>
  );
}

/** Counted on the server, so that nobody is surprised by what begins. */
function Preview({ firmwareId, selection }: { firmwareId: number; selection: UpgradeSelection | null }) {
  const { t } = useTranslation("fleet-firmware");
  const input = { body: { firmwareId, selection: selection ?? { kind: "all" as const } } };
  const found = useApi(previewFirmwareBatch, input, { enabled: selection !== null, keepPrevious: true });
  const counts = found.data?.data;
  if (selection === null || counts === undefined)
    return <p className="firmware-preview">{t("upgrade.nobody")}</p>;
  const parts = [
    t("upgrade.chosen", { count: counts.chosen }),
    t("upgrade.online", { count: counts.online }),
    ...(counts.alreadyThere > 0 ? [t("upgrade.alreadyThere", { count: counts.alreadyThere })] : []),
    ...(counts.busy > 0 ? [t("upgrade.busy", { count: counts.busy })] : []),
  ];
  return (
    <p className="firmware-preview" aria-live="polite">
      <strong>{parts[0]}</strong>
      {parts.slice(1).map((part) => (
        <span key={part}>{part}</span>
      ))}
    </p>
  );
}

const termLimits = { atOnce: 1000, patienceMinutes: 10_080, waitHours: 8760 } as const;

function TermFields({ terms, onTerms }: { terms: Terms; onTerms: (terms: Terms) => void }) {
  const { t } = useTranslation("fleet-firmware");
  return (
    <>
      <div className="firmware-terms">
        {(["atOnce", "patienceMinutes", "waitHours"] as const).map((name) => (
          <Form.Item key={name} label={t(`terms.${name}`)} extra={t(`terms.${name}Hint`)}>
            <InputNumber
              aria-label={t(`terms.${name}`)}
              min={1}
              max={termLimits[name]}
              precision={0}
              suffix={t(`terms.${name}Unit`)}
              value={terms[name]}
              onChange={(value) => onTerms({ ...terms, [name]: value ?? terms[name] })}
            />
          </Form.Item>
        ))}
      </div>
      <Form.Item label={t("terms.name")}>
        <Input
          maxLength={60}
          placeholder={t("terms.nameHint")}
          value={terms.name}
          onChange={(event) => onTerms({ ...terms, name: event.target.value })}
        />
      </Form.Item>
    </>
  );
}

function toSelection({ kind, deviceIds, tag, percent }: Aim): UpgradeSelection | null {
  if (kind === "devices") return deviceIds.length === 0 ? null : { kind, deviceIds };
  if (kind === "tag") return tag.trim() === "" ? null : { kind, tag: tag.trim() };
  return kind === "percent" ? { kind, percent } : { kind };
}
