/** A checkbox of the browser's own, so that twenty rows cost nothing; `mixed` is the half state of a head. */
export function CheckMark(props: {
  label: string;
  checked: boolean;
  mixed?: boolean;
  onChange: (checked: boolean) => void;
}) {
  return (
    <input
      type="checkbox"
      className="data-table-check"
      aria-label={props.label}
      checked={props.checked}
      ref={(box) => {
        if (box) box.indeterminate = props.mixed ?? false;
      }}
      onClick={(event) => event.stopPropagation()}
      onChange={(event) => props.onChange(event.target.checked)}
    />
  );
}
