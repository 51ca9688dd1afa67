/** The product's mark: a drop with a trace in it. */
export function Mark({ size = 24 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 24 24" aria-hidden="true">
      <path d="M12 1.5c4 4.6 8 8.6 8 13a8 8 0 0 1-16 0c0-4.4 4-8.4 8-13z" fill="var(--accent)" />
      <path
        d="M4.2 14.5h4l2-4.5 3 8 2-3.5h4.6"
        fill="none"
        stroke="#fff"
        strokeWidth="1.7"
        strokeLinejoin="round"
        strokeLinecap="round"
      />
    </svg>
  );
}
