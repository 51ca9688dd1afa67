/** The few icons of the log-in entry, drawn here: it loads no icon library. */
const paths = {
  user: "M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM5 20.5c.6-3.6 3.4-5.5 7-5.5s6.4 1.9 7 5.5",
  lock: "M6 11h12a1 1 0 0 1 1 1v7a1 1 0 0 1-1 1H6a1 1 0 0 1-1-1v-7a1 1 0 0 1 1-1zM8 11V7.5a4 4 0 0 1 8 0V11",
  shield: "M12 3l7 2.5v5.5c0 4.5-2.8 8-7 10-4.2-2-7-5.5-7-10V5.5zM9 12l2.2 2.2L15.2 10",
  key: "M14.5 13.5a5 5 0 1 0-4-4L3.5 16.5V20.5h4v-3h3v-3zM16.5 7.5h.01",
  passkey:
    "M9.5 11.5a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM2.5 20.5c.5-3.8 3-6 7-6 1.5 0 2.8.3 3.9.9M18 16.5a3 3 0 1 0-1.2 0V21l1.2-1 1.2 1v-1.7l-1-.8 1-.9",
  mail: "M4 6h16v12H4zM4 7l8 6 8-6",
  phone: "M8 3h8a1 1 0 0 1 1 1v16a1 1 0 0 1-1 1H8a1 1 0 0 1-1-1V4a1 1 0 0 1 1-1zM11 18h2",
  building: "M5 21V4h9v17M14 9h5v12M8 8h3M8 12h3M8 16h3M3 21h18",
  note: "M6 3h9l4 4v14H6zM9 11h7M9 15h7",
  eye: "M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12zM12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6z",
  eyeOff:
    "M4 4l16 16M9.9 5.8c.7-.2 1.4-.3 2.1-.3 6 0 9.5 6.5 9.5 6.5a16 16 0 0 1-2.7 3.4M6.3 7.2A16 16 0 0 0 2.5 12S6 18.5 12 18.5c1.7 0 3.2-.5 4.5-1.2M10 10a3 3 0 0 0 4.1 4.1",
  reload: "M20 11.5a8 8 0 1 0-2 6M20 5v6.5h-6.5",
  language: "M4 6h9M8.5 4v2M11 6c-1 4-3.5 6.5-7 8M6 9.5c1 2 3 3.5 5.5 4.5M12.5 20l4-10 4 10M14 17h5",
  light:
    "M12 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM12 3v1.5M12 19.5V21M3 12h1.5M19.5 12H21M5.6 5.6l1.1 1.1M17.3 17.3l1.1 1.1M5.6 18.4l1.1-1.1M17.3 6.7l1.1-1.1",
  dark: "M19.5 14.5A8 8 0 1 1 9.5 4.5a6.5 6.5 0 0 0 10 10z",
  system: "M4 5h16v11H4zM9 20h6M12 16v4",
} as const;

export type IconName = keyof typeof paths;

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
      <path d={paths[name]} />
    </svg>
  );
}
