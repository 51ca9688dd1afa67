import type { ProductModel } from "@tracewater/contract/fleet/products";
import { nameIn } from "@tracewater/contract/locales";
import Segmented from "antd/es/segmented";
import Select from "antd/es/select";
import { Zap } from "lucide-react";
import { memo, useId, useState } from "react";
import {
  nothingTyped,
  ParamsForm,
  ServiceForm,
  type Typed,
} from "../../../device/command-form/service-form.tsx";
import { useDeviceTexts } from "../../../device/device-texts.ts";
import type { FamilyConfig } from "../../../device/families/family-config.ts";
import type { OpenDevice } from "../../../device/use-device.ts";
import { Card } from "../../../kit/card.tsx";
import { PropertyGetForm } from "./property-get-form.tsx";

const kinds = ["service", "propertySet", "propertyGet"] as const;
type Sending = { open: OpenDevice; model: ProductModel };
type Kind = (typeof kinds)[number];

/** What can be asked of the device: a service, new settings, or its present values. */
export const SendPanel = memo(function SendPanel({ open, model }: Sending) {
  const { t } = useDeviceTexts();
  const [kind, setKind] = useState<Kind>("service");
  return (
    <Card
      className="send-card"
      title={t("send.title")}
      extra={
        <Segmented<Kind>
          size="small"
          value={kind}
          onChange={setKind}
          options={kinds.map((value) => ({ value, label: t(`send.tab.${value}`) }))}
        />
      }
    >
      {kind === "service" ? <Services open={open} model={model} /> : null}
      {kind === "propertySet" ? <Settings open={open} model={model} /> : null}
      {kind === "propertyGet" ? <PropertyGetForm open={open} model={model} /> : null}
    </Card>
  );
});

function Services({ open, model }: Sending) {
  const { t, language } = useDeviceTexts();
  const id = useId();
  const [chosen, setChosen] = useState(
    open.familyConfig.mainCommands[0]?.service ?? model.services[0]?.identifier,
  );
  const [drafts, setDrafts] = useState<Record<string, Typed>>({});
  const service = model.services.find((candidate) => candidate.identifier === chosen);
  return (
    <>
      <QuickServices open={open} model={model} chosen={chosen} onChoose={setChosen} />
      <div className="send-row send-service">
        <div className="send-label">
          <label htmlFor={id}>{t("send.service")}</label>
          {service === undefined ? null : (
            <span className="send-hint">{t(`send.callType.${service.callType}`)}</span>
          )}
        </div>
        <Select
          id={id}
          showSearch={{ optionFilterProp: "text" }}
          value={chosen ?? null}
          onChange={(identifier: string) => setChosen(identifier)}
          options={model.services.map((candidate) => ({
            value: candidate.identifier,
            text: `${candidate.identifier} ${nameIn(candidate, language)}`,
            label: (
              <>
                {candidate.identifier} <span className="device-quiet">{nameIn(candidate, language)}</span>
              </>
            ),
          }))}
        />
      </div>
      {/* Each service keeps its own fields: switching and coming back must not lose what was typed. */}
      {service === undefined ? null : (
        <ServiceForm
          key={service.identifier}
          open={open}
          service={service}
          typed={drafts[service.identifier] ?? nothingTyped}
          onTyped={(typed) => setDrafts((before) => ({ ...before, [service.identifier]: typed }))}
        />
      )}
    </>
  );
}

function QuickServices(props: Sending & { chosen: string | undefined; onChoose: (service: string) => void }) {
  const { familyConfig } = props.open;
  const { language } = useDeviceTexts();
  const quick = familyConfig.quickServices.flatMap(
    (identifier) => props.model.services.find((candidate) => candidate.identifier === identifier) ?? [],
  );
  return (
    <div className="send-quick">
      {quick.map((service) => (
        <button
          key={service.identifier}
          type="button"
          aria-pressed={service.identifier === props.chosen}
          onClick={() => props.onChoose(service.identifier)}
        >
          <ServiceIcon familyConfig={familyConfig} service={service.identifier} />
          {nameIn(service, language)}
        </button>
      ))}
    </div>
  );
}

function Settings({ open, model }: Sending) {
  const { t } = useDeviceTexts();
  const [typed, setTyped] = useState(nothingTyped);
  const fields = model.properties
    .filter((property) => property.writable)
    .map((property) => ({ ...property, required: false }));
  return (
    <>
      <p className="send-lead">{t("send.setLead")}</p>
      <ParamsForm
        open={open}
        fields={fields}
        method="thing.service.property.set"
        atLeastOne
        typed={typed}
        onTyped={setTyped}
        order={(params, terms) => ({ ...terms, kind: "propertySet", params })}
      />
    </>
  );
}

function ServiceIcon({ familyConfig, service }: { familyConfig: FamilyConfig; service: string }) {
  const Icon = familyConfig.serviceIcons[service] ?? Zap;
  return <Icon className="send-quick-icon" size={16} strokeWidth={1.4} />;
}
