import { useState } from "react";

export type SearchProps<N extends string> = {
  values: Readonly<Record<N, string>>;
  change: (values: Readonly<Record<N, string>>) => void;
};

type SearchField = { value: string; onType: (value: string) => void; onChange: (value: string) => void };

/**
 * The fields of a list's search. A choice or a day filters at once, together with what was typed until then; what is
 * typed waits for Enter or the button. What the address says otherwise (a shared link, the way back) replaces it.
 */
export function useSearchFields<N extends string>({ values, change }: SearchProps<N>) {
  const [typed, setTyped] = useState(values);
  const [known, setKnown] = useState(values);
  const others = (Object.keys(values) as N[]).filter((name) => values[name] !== known[name]);
  if (others.length > 0) {
    setKnown(values);
    setTyped({
      ...typed,
      ...(Object.fromEntries(others.map((name) => [name, values[name]])) as typeof values),
    });
  }
  const send = (next: Readonly<Record<N, string>>) => {
    setTyped(next);
    change(next);
  };
  const choose = (part: Partial<Record<N, string>>) => send(trimmed({ ...typed, ...part }));
  return {
    /** Filters by several values that belong together. */
    choose,
    field: (name: N): SearchField => ({
      value: typed[name],
      onType: (value) => setTyped({ ...typed, [name]: value }),
      onChange: (value) => choose({ [name]: value } as Partial<Record<N, string>>),
    }),
    form: {
      onSubmit: () => choose({}),
      onReset: () => send(mapped(values, () => "")),
    },
  };
}

const trimmed = <N extends string>(values: Readonly<Record<N, string>>) =>
  mapped(values, (text) => text.trim());

function mapped<N extends string>(values: Readonly<Record<N, string>>, made: (text: string) => string) {
  return Object.fromEntries(
    Object.entries<string>(values).map(([name, text]) => [name, made(text)]),
  ) as Record<N, string>;
}
