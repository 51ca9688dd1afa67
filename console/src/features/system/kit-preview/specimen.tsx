import Button from "antd/es/button";
import Checkbox from "antd/es/checkbox";
import Input from "antd/es/input";
import Segmented from "antd/es/segmented";
import Select from "antd/es/select";
import Switch from "antd/es/switch";
import { Bell, Plus, RefreshCw, Search, Trash2 } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { Allowed } from "../../../api/allowed.tsx";
import { IfRole } from "../../../api/if-role.tsx";
import { Age } from "../../../kit/age.tsx";
import { Card } from "../../../kit/card.tsx";
import { EmptyState } from "../../../kit/empty-state.tsx";
import { ErrorBox } from "../../../kit/error-box.tsx";
import { Forbidden } from "../../../kit/forbidden.tsx";
import { IconButton } from "../../../kit/icon-button.tsx";
import { Loading } from "../../../kit/loading.tsx";
import { Mark } from "../../../kit/mark.tsx";
import { Quantity } from "../../../kit/quantity.tsx";
import { SearchForm } from "../../../kit/search-form.tsx";
import { State, type Tone } from "../../../kit/state.tsx";
import { showToast } from "../../../kit/toasts.ts";
import { SpecimenFiles } from "./specimen-files.tsx";
import { SpecimenTable } from "./specimen-table.tsx";

const nothing = () => undefined;

/** One of each part, in the theme and size of the area around it. */
export function Specimen({ name }: { name: string }) {
  const { t } = useTranslation("system-kit-preview");
  return (
    <div className="kit-preview-parts">
      <Part name={t("part.buttons")}>
        <Buttons />
      </Part>
      <Part name={t("part.fields")}>
        <Fields />
      </Part>
      <Part name={t("part.states")}>
        <States />
      </Part>
      <Part name={t("part.quantities")}>
        <Quantities />
      </Part>
      <Part name={t("part.search")} wide>
        <SearchForm onSubmit={nothing} onReset={nothing} inLine={2}>
          <Input prefix={<Search size={16} />} placeholder={t("word")} aria-label={t("word")} />
          <Select aria-label={t("choice")} defaultValue="a" options={[{ value: "a", label: t("choice") }]} />
          <Input placeholder={t("word")} aria-label={t("word")} />
        </SearchForm>
      </Part>
      <Part name={t("part.table")} wide>
        <SpecimenTable name={name} />
      </Part>
      <Part name={t("part.messages")}>
        <Messages />
      </Part>
      <Part name={t("part.files")}>
        <SpecimenFiles />
      </Part>
      <Part name={t("part.access")}>
        <div className="kit-preview-row">
          <span>{t("everybody")}</span>
          <IfRole is={["unitAdmin"]}>{t("byRole")}</IfRole>
          <Allowed to="system:user:list">{t("byPermission")}</Allowed>
        </div>
      </Part>
      <Part name={t("part.loading")}>
        <Loading lines={4} />
      </Part>
      <Part name={t("part.blank")}>
        <EmptyState
          title={t("blank.title")}
          text={t("blank.text")}
          action={<Button type="primary">{t("add")}</Button>}
        />
      </Part>
      <Part name={t("part.error")}>
        <ErrorBox error={{ message: t("error"), requestId: "4f1c-0417" }} onRetry={nothing} />
      </Part>
      <Part name={t("part.forbidden")}>
        <Forbidden />
      </Part>
    </div>
  );
}

function Part(props: { name: string; wide?: boolean; children: ReactNode }) {
  return (
    <div className={props.wide ? "kit-preview-part kit-preview-wide" : "kit-preview-part"}>
      <Card title={props.name}>{props.children}</Card>
    </div>
  );
}

function Buttons() {
  const { t } = useTranslation("system-kit-preview");
  return (
    <div className="kit-preview-row">
      <Button type="primary" icon={<Plus size={16} />}>
        {t("add")}
      </Button>
      <Button>{t("plain")}</Button>
      <Button danger icon={<Trash2 size={16} />}>
        {t("remove")}
      </Button>
      <Button disabled>{t("disabled")}</Button>
      <Button type="text">{t("quiet")}</Button>
      <IconButton label={t("plain")}>
        <Bell />
      </IconButton>
      <IconButton label={t("pressed")} pressed>
        <Bell />
      </IconButton>
      <IconButton label={t("busy")} busy>
        <RefreshCw />
      </IconButton>
      <Mark size={22} />
    </div>
  );
}

function Fields() {
  const { t } = useTranslation("system-kit-preview");
  const [on, setOn] = useState(true);
  return (
    <div className="kit-preview-row">
      <Input className="kit-preview-field" placeholder={t("word")} aria-label={t("word")} />
      <Input className="kit-preview-field" status="error" defaultValue={t("wrong")} aria-label={t("wrong")} />
      <Select
        className="kit-preview-field"
        aria-label={t("choice")}
        defaultValue="a"
        options={[
          { value: "a", label: t("choice") },
          { value: "b", label: t("other") },
        ]}
      />
      <Segmented options={[t("choice"), t("other")]} />
      <Switch checked={on} onChange={setOn} aria-label={t("switch")} />
      <Checkbox defaultChecked>{t("switch")}</Checkbox>
    </div>
  );
}

const tones: readonly Tone[] = ["ok", "info", "warn", "major", "critical", "maintenance", "off"];

function States() {
  const { t } = useTranslation("system-kit-preview");
  return (
    <>
      <div className="kit-preview-row">
        {tones.map((tone) => (
          <State key={tone} tone={tone} label={t(`tone.${tone}`)} />
        ))}
      </div>
      <div className="kit-preview-row">
        {tones.map((tone) => (
          <State key={tone} tone={tone} label={t(`tone.${tone}`)} variant="tag" />
        ))}
      </div>
    </>
  );
}

function Quantities() {
  const [now] = useState(Date.now);
  return (
    <div className="kit-preview-row">
      <Quantity value={312.7} unit="mg/d/1000" digits={1} uncertainty={61} />
      <Quantity value={-4.13} unit="°C" digits={1} alarm />
      <Quantity value={0.02} flag="< LOQ" />
      <Quantity value={12.4} unit="μg/L" flag="E" />
      <Quantity value={null} unit="L" />
      <Age at={now - 4000} />
      <Age at={now - 7_200_000} staleAfterMs={60_000} />
      <Age at={null} />
    </div>
  );
}

function Messages() {
  const { t } = useTranslation("system-kit-preview");
  return (
    <div className="kit-preview-row">
      {(["success", "info", "warning", "error"] as const).map((tone) => (
        <Button key={tone} onClick={() => showToast({ tone, text: t(`message.${tone}`) })}>
          {t(`message.${tone}`)}
        </Button>
      ))}
      <Button onClick={() => showToast({ tone: "error", title: t("message.title"), text: t("error") })}>
        {t("message.title")}
      </Button>
    </div>
  );
}
