import "./send.css";
import { checkedServices } from "@tracewater/contract/fleet/commands";
import { nameIn } from "@tracewater/contract/locales";
import Select from "antd/es/select";
import { useId, useState } from "react";
import { useDeviceTexts } from "../device-texts.ts";
import type { ModelService } from "../values.ts";
import { FormRow, faultText, ParamInput } from "./param-input.tsx";
import { type ParamFault, readParams } from "./param-values.ts";
import { defaultTerms, type Terms, TermsFields } from "./send-terms.tsx";

export type ServiceDraft = ReturnType<typeof useServiceDraft>;

/** What a batch or a schedule may send: all but what has a call of its own. */
export function sendableServices(services: readonly ModelService[]): ModelService[] {
  return services.filter(({ identifier }) => !checkedServices.has(identifier));
}

/** A service that is chosen, its inputs as typed and the terms of the order, before anything is sent. */
export function useServiceDraft(
  services: readonly ModelService[],
  start: { service: string | null; typed?: Record<string, string>; terms?: Terms },
) {
  const [chosen, setChosen] = useState(start.service);
  const [typed, setTyped] = useState(start.typed ?? {});
  const [faults, setFaults] = useState<Record<string, ParamFault>>({});
  const [terms, setTerms] = useState(start.terms ?? defaultTerms);
  const service = services.find(({ identifier }) => identifier === chosen) ?? services[0];
  return {
    service,
    typed,
    faults,
    terms,
    setTerms,
    choose: (identifier: string) => {
      setChosen(identifier);
      setFaults({});
    },
    type: (name: string, text: string) => setTyped({ ...typed, [name]: text }),
    /** The order's service and inputs; null where a typed text is no value, which its field then says. */
    read: () => {
      const read = readParams(service?.inputData ?? [], typed);
      setFaults(read.ok ? {} : read.faults);
      return read.ok ? { service: service?.identifier ?? "", params: read.params } : null;
    },
  };
}

/** The fields of the draft; `refusalAt` shows what the server said at a field. */
export function ServiceDraftFields(props: {
  services: readonly ModelService[];
  draft: ServiceDraft;
  refusalAt: (field: string) => string | null;
}) {
  const { draft, refusalAt } = props;
  const texts = useDeviceTexts();
  const id = useId();
  return (
    <>
      <FormRow id={id} wide label={texts.t("send.service")}>
        <Select
          id={id}
          showSearch
          optionFilterProp="label"
          value={draft.service?.identifier ?? ""}
          options={props.services.map((one) => ({
            value: one.identifier,
            label: nameIn(one, texts.language),
          }))}
          onChange={draft.choose}
        />
      </FormRow>
      {draft.service?.inputData.map((field) => (
        <ParamInput
          key={field.identifier}
          field={field}
          label={nameIn(field, texts.language)}
          text={draft.typed[field.identifier] ?? ""}
          fault={faultText(draft.faults[field.identifier], texts) ?? refusalAt(`params.${field.identifier}`)}
          onChange={(text) => draft.type(field.identifier, text)}
        />
      ))}
      <TermsFields terms={draft.terms} faults={refusalAt} onChange={draft.setTerms} />
    </>
  );
}
