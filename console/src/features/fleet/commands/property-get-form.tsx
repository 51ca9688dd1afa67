import type { ProductModel } from "@tracewater/contract/fleet/products";
import { nameIn } from "@tracewater/contract/locales";
import Select from "antd/es/select";
import { useId, useState } from "react";
import { FormRow } from "../../../device/command-form/param-input.tsx";
import { SendFoot } from "../../../device/command-form/send-foot.tsx";
import { SendNotice } from "../../../device/command-form/send-outcome.tsx";
import { defaultTerms, TermsFields } from "../../../device/command-form/send-terms.tsx";
import { useSend } from "../../../device/command-form/use-send.ts";
import { useDeviceTexts } from "../../../device/device-texts.ts";
import { JsonView } from "../../../device/json-view.tsx";
import type { OpenDevice } from "../../../device/use-device.ts";

/** Asks the device for properties as they are now. */
export function PropertyGetForm({ open, model }: { open: OpenDevice; model: ProductModel }) {
  const { t, language } = useDeviceTexts();
  const id = useId();
  const [identifiers, setIdentifiers] = useState<string[]>([]);
  const [terms, setTerms] = useState(defaultTerms);
  const [missing, setMissing] = useState(false);
  const send = useSend(open.device);
  const fault = missing ? t("send.fault.none") : (send.error?.messageAt("identifiers") ?? null);
  return (
    <form
      className="send-form"
      onSubmit={(event) => {
        event.preventDefault();
        setMissing(identifiers.length === 0);
        if (identifiers.length > 0) send.mutate({ ...terms, kind: "propertyGet", identifiers });
      }}
    >
      <SendNotice open={open} expiresIn={terms.expiresIn} />
      <div className="send-grid">
        <FormRow id={id} wide required label={t("send.properties")} fault={fault}>
          <Select
            id={id}
            mode="multiple"
            status={fault === null ? "" : "error"}
            showSearch={{ optionFilterProp: "label" }}
            value={identifiers}
            onChange={(chosen: string[]) => {
              setIdentifiers(chosen);
              setMissing(false);
            }}
            options={model.properties.map((property) => ({
              value: property.identifier,
              label: nameIn(property, language),
            }))}
          />
        </FormRow>
        <TermsFields
          terms={terms}
          faults={(name) => send.error?.messageAt(name) ?? null}
          onChange={setTerms}
        />
      </div>
      <SendFoot open={open} send={send} method="thing.service.property.get">
        <JsonView value={identifiers} />
      </SendFoot>
    </form>
  );
}
