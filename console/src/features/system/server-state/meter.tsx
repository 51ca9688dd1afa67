/** How much of something is used: a bar with its words; amber from 80 %, red from 90 % or where it is bad already. */
export function Meter(props: { label: string; share: number; text: string; isBad?: boolean }) {
  const percent = Math.round(Math.min(1, Math.max(0, props.share)) * 100);
  const tone = props.isBad || percent >= 90 ? "critical" : percent >= 80 ? "warn" : "calm";
  return (
    <div className="server-meter">
      <span className="server-meter-label">{props.label}</span>
      <strong className="server-meter-value">{percent} %</strong>
      <meter className="visually-hidden" min={0} max={100} value={percent} aria-label={props.label} />
      <span className="server-meter-bar" aria-hidden="true">
        <span className={`server-meter-${tone}`} style={{ width: `${percent}%` }} />
      </span>
      <span className="server-meter-text">{props.text}</span>
    </div>
  );
}
