import "./send.css";
import { nameIn } from "@tracewater/contract/locales";
import { useEffect, useRef, useState } from "react";
import { useDeviceTexts } from "../device-texts.ts";
import { JsonView } from "../json-view.tsx";
import type { OpenDevice } from "../use-device.ts";
import type { ModelService } from "../values.ts";
import { emptyText, type InputDefaults, inputDefaults, noDefaults, startTyped } from "./input-defaults.ts";
import { faultText, ParamInput } from "./param-input.tsx";
import { type ParamFault, type ParamField, readParams } from "./param-values.ts";
import { SendFoot, SentFoot } from "./send-foot.tsx";
import { SendNotice } from "./send-outcome.tsx";
import { defaultTerms, type Terms, TermsFields } from "./send-terms.tsx";
import { type Order, useSend } from "./use-send.ts";

/** What is in the fields, as typed; anyone who shows the form keeps it. */
export type Typed = Record<string, string>;
export const nothingTyped: Typed = {};
type Typing = { typed: Typed; onTyped: (typed: Typed) => void };

type Named = ParamField & { name: string; nameZh: string };

/** Calls one service: its inputs as the thing model describes them. */
export function ServiceForm(
  props: Typing & {
    open: OpenDevice;
    service: ModelService;
    /** In a dialog: the stations of the order take the place of its fields. */
    isReplaced?: boolean;
  },
) {
  const { service, open, typed } = props;
  const defaults = inputDefaults(open.familyConfig.family, service.identifier);
  // What the device reports meanwhile does not change what is in a field.
  const [start] = useState(() => startTyped(defaults, open.device.latest));
  return (
    <ParamsForm
      {...props}
      typed={{ ...start, ...typed }}
      defaults={defaults}
      fields={service.inputData}
      method={`thing.service.${service.identifier}`}
      order={(params, terms) => ({ ...terms, kind: "service", service: service.identifier, params })}
    />
  );
}

type ParamsFormProps = Typing & {
  open: OpenDevice;
  fields: readonly Named[];
  method: string;
  order: (params: Record<string, unknown>, terms: Terms) => Order;
  /** Set properties: at least one must be given. */
  atLeastOne?: boolean;
  isReplaced?: boolean;
  defaults?: InputDefaults;
};

/** Fields made from a thing model, the terms of the order, what will be sent, and what came of it. */
export function ParamsForm(props: ParamsFormProps) {
  const { open } = props;
  const form = useParamsForm(props);
  if (props.isReplaced && form.send.data !== undefined) {
    return (
      <div className="send-form">
        <SentFoot open={open} send={form.send} />
      </div>
    );
  }
  return <OrderForm {...props} form={form} />;
}

function OrderForm(props: ParamsFormProps & { form: ReturnType<typeof useParamsForm> }) {
  const { open, fields, typed, form, defaults = noDefaults, isReplaced = false } = props;
  const texts = useDeviceTexts();
  const element = useRef<HTMLFormElement>(null);
  // In a dialog one types at once; its first control is the cross that closes it.
  useEffect(() => {
    if (isReplaced) element.current?.querySelector<HTMLElement>("input, textarea")?.focus();
  }, [isReplaced]);
  return (
    <form
      ref={element}
      className="send-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        form.submit();
      }}
    >
      <SendNotice open={open} expiresIn={form.terms.expiresIn} />
      <div className="send-grid">
        {fields.map((field) => (
          <ParamInput
            key={field.identifier}
            field={field}
            label={nameIn(field, texts.language)}
            text={typed[field.identifier] ?? ""}
            fault={faultText(form.faults[field.identifier], texts) ?? form.refusalAt(field.identifier)}
            whenEmpty={emptyText(defaults[field.identifier], open.device.latest, texts)}
            onChange={(text) => form.type(field.identifier, text)}
          />
        ))}
        <TermsFields terms={form.terms} faults={form.refusalAt} onChange={form.setTerms} />
      </div>
      {form.isEmpty ? <p className="send-fault send-fault-form">{texts.t("send.fault.none")}</p> : null}
      <SendFoot open={open} send={form.send} method={props.method}>
        {form.read.ok ? (
          <JsonView value={form.read.params} />
        ) : (
          <p className="device-quiet">{texts.t("send.rawIncomplete")}</p>
        )}
      </SendFoot>
    </form>
  );
}

function useParamsForm(props: ParamsFormProps) {
  const { typed } = props;
  const [terms, setTerms] = useState(defaultTerms);
  const [faults, setFaults] = useState<Record<string, ParamFault>>({});
  const [isEmpty, setIsEmpty] = useState(false);
  const send = useSend(props.open.device);
  const read = readParams(props.fields, typed);
  return {
    terms,
    setTerms,
    faults,
    isEmpty,
    send,
    read,
    /** What the server said at a field, until something else is typed. */
    refusalAt: (name: string) =>
      send.error?.messageAt(`params.${name}`) ?? send.error?.messageAt(name) ?? null,
    type: (name: string, text: string) => {
      props.onTyped({ ...typed, [name]: text });
      setFaults(({ [name]: _gone, ...rest }) => rest);
      setIsEmpty(false);
      // Other values are another order.
      if (send.error !== null || send.data !== undefined) send.reset();
    },
    submit: () => {
      if (!read.ok) return setFaults(read.faults);
      const empty = props.atLeastOne === true && Object.keys(read.params).length === 0;
      setFaults({});
      setIsEmpty(empty);
      if (!empty) send.mutate(props.order(read.params, terms));
    },
  };
}
