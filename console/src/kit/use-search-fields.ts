import { useState } from "react";

export type SearchProps<N extends string> = {
  values: Readonly<Record<N, string>>;
  change: (values: Readonly<Record<N, string>>) => void;
};

/** What is typed into the search of a list, until it is sent off or taken back. */
export function useSearchFields<N extends string>({ values, change }: SearchProps<N>) {
  const [typed, setTyped] = useState(values);
  const fill = (part: Partial<Record<N, string>>) => setTyped({ ...typed, ...part });
  return {
    typed,
    fill,
    field: (name: N) => ({
      value: typed[name],
      onChange: (value: string) => setTyped({ ...typed, [name]: value }),
    }),
    /** A field whose choice is sent off with the rest as soon as it is made. */
    promptField: (name: N) => ({
      value: typed[name],
      onChange: (value: string) => {
        const next = { ...typed, [name]: value };
        setTyped(next);
        change(next);
      },
    }),
    form: {
      onSubmit: () => change(typed),
      onReset: () => {
        const nothing = Object.fromEntries(Object.keys(values).map((name) => [name, ""])) as Record<
          N,
          string
        >;
        setTyped(nothing);
        change(nothing);
      },
    },
  };
}
