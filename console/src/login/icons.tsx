/** The few icons of the log-in entry, drawn here: it loads no icon library. */
const eye =
  "M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12zM12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6z";
const paths = {
  user: "M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM5 20.5c.6-3.6 3.4-5.5 7-5.5s6.4 1.9 7 5.5",
  lock: "M5 11h14v9H5zM8 11V7.5a4 4 0 0 1 8 0V11",
  shield: "M12 3l7 2.5v5.5c0 4.5-2.8 8-7 10-4.2-2-7-5.5-7-10V5.5zM9 12l2.2 2.2L15.2 10",
  key: "M14.5 13.5a5 5 0 1 0-4-4L3.5 16.5V20.5h4v-3h3v-3zM16.5 7.5h.01",
  passkey:
    "M9.5 11.5a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM2.5 20.5c.5-3.8 3-6 7-6 1.5 0 2.8.3 3.9.9M18 16.5a3 3 0 1 0-1 0V21l1-1 1 1v-4.5",
  eye,
  eyeOff: `${eye}M4 4l16 16`,
  reload: "M20 11.5a8 8 0 1 0-2 6M20 5v6.5h-6.5",
  language: "M4 6h9M8.5 4v2M11 6c-1 4-3.5 6.5-7 8M6 9.5c1 2 3 3.5 5.5 4.5M12.5 20l4-10 4 10M14 17h5",
  light:
    "M12 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM12 3v2M12 19v2M3 12h2M19 12h2M6 6l1 1M17 17l1 1M6 18l1-1M17 7l1-1",
  dark: "M19.5 14.5A8 8 0 1 1 9.5 4.5a6.5 6.5 0 0 0 10 10z",
  system: "M4 5h16v11H4zM9 20h6M12 16v4",
} as const;

/** One of these, or the path of another: forms that come later bring their own (form-icons.ts). */
export type IconName = keyof typeof paths | `M${string}`;

const pathOf = (name: IconName): string => Reflect.get(paths, name) ?? name;

export function Icon({ name, size = 16 }: { name: IconName; size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.7"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={pathOf(name)} />
    </svg>
  );
}
