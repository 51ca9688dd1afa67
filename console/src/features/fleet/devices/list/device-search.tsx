import { useState } from "react";
import type { ListFilters } from "../../../../device/list-filters.ts";
import { SearchForm } from "../../../../kit/search-form.tsx";
import { useMayListPoints } from "../../../../pickers/point-options.ts";
import {
  KeywordField,
  PointField,
  type SearchValues,
  StateField,
  TagField,
  UnitField,
} from "./search-fields.tsx";

export type Filtering = { filters: ListFilters; change: (part: Partial<ListFilters>) => void };

/** The search over the list. */
export function DeviceSearch({ filters, change }: Filtering) {
  const [values, setValues] = useState<SearchValues>(filters);
  const edit = (part: Partial<SearchValues>) => setValues({ ...values, ...part });
  // A choice is searched at once; a word when Enter or the button is pressed.
  const choose = (part: Partial<SearchValues>) => change({ ...pick(values), ...part });
  return (
    <SearchForm
      onSubmit={() => change(pick(values))}
      onReset={() => {
        setValues(blankSearch);
        change(blankSearch);
      }}
    >
      <KeywordField values={values} change={edit} />
      <StateField values={values} change={choose} />
      {useMayListPoints() ? <PointField values={values} change={choose} /> : null}
      <UnitField values={values} change={choose} />
      <TagField values={values} change={edit} />
    </SearchForm>
  );
}

const blankSearch: SearchValues = { keyword: "", state: null, pointId: null, unitId: null, tag: "" };

function pick({ keyword, state, pointId, unitId, tag }: SearchValues): SearchValues {
  return { keyword: keyword.trim(), state, pointId, unitId, tag: tag.trim() };
}
