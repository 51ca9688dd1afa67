import "./state.css";
import type { CSSProperties, ReactNode } from "react";

export type Tone = "ok" | "info" | "warn" | "major" | "critical" | "maintenance" | "off";
export type StateShape = "disc" | "half" | "triangle" | "diamond" | "square" | "ring" | "dash";

const shapeOfTone: Record<Tone, StateShape> = {
  ok: "disc",
  info: "disc",
  warn: "half",
  major: "diamond",
  critical: "triangle",
  maintenance: "square",
  off: "ring",
};

/**
 * The only way to print a state: a shape, a word and a colour together. A plain state colours its word only
 * from warning upward; the `tag` variant is for headers.
 */
export function State(props: {
  tone: Tone;
  shape?: StateShape | undefined;
  label: ReactNode;
  variant?: "plain" | "tag";
  title?: string | undefined;
}) {
  const { tone, variant = "plain" } = props;
  const style = {
    "--state-text": `var(--${tone}-text)`,
    "--state-tint": `var(--${tone}-tint)`,
  } as CSSProperties;
  return (
    <span className={`state ${classOf(tone, variant)}`} style={style} title={props.title}>
      <StateMark tone={tone} shape={props.shape} />
      <span>{props.label}</span>
    </span>
  );
}

/** The mark alone, where the word is elsewhere on the same line. */
export function StateMark(props: { tone: Tone; shape?: StateShape | undefined; size?: number }) {
  const size = props.size ?? 10;
  return (
    <svg width={size} height={size} viewBox="0 0 10 10" aria-hidden="true">
      <Mark shape={props.shape ?? shapeOfTone[props.tone]} colour={`var(--${props.tone}-dot)`} />
    </svg>
  );
}

function classOf(tone: Tone, variant: "plain" | "tag"): string {
  if (variant === "tag") return "state-tag";
  if (tone === "off") return "state-off";
  return tone === "warn" || tone === "major" || tone === "critical" ? "state-loud" : "state-quiet";
}

function Mark({ shape, colour }: { shape: StateShape; colour: string }) {
  switch (shape) {
    case "disc":
      return <circle cx="5" cy="5" r="4" fill={colour} />;
    case "half":
      return (
        <>
          <circle cx="5" cy="5" r="3.3" fill="none" stroke={colour} strokeWidth="1.4" />
          <path d="M5 1.7a3.3 3.3 0 0 1 0 6.6z" fill={colour} />
        </>
      );
    case "triangle":
      return <path d="M5 .8 9.6 9H.4z" fill={colour} />;
    case "diamond":
      return <path d="M5 .3 9.7 5 5 9.7.3 5z" fill={colour} />;
    case "square":
      return <rect x="1" y="1" width="8" height="8" rx="1" fill={colour} />;
    case "ring":
      return <circle cx="5" cy="5" r="3.3" fill="none" stroke={colour} strokeWidth="1.5" />;
    case "dash":
      return <rect x="1" y="4.2" width="8" height="1.6" rx=".8" fill={colour} />;
  }
}
