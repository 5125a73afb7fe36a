/** People, animals and the environment, interlocking. The society's own logo, if it has one, takes its place in `lookCss`. */
export function Logo({ size = 40 }: { size?: number }) {
  return (
    <svg aria-hidden="true" width={size} height={size} viewBox="0 0 40 40" fill="none" strokeWidth="2.6">
      <circle cx="20" cy="13.5" r="9.7" stroke="var(--green)" />
      <circle cx="13" cy="25" r="9.7" stroke="var(--clay)" />
      <circle cx="27" cy="25" r="9.7" stroke="var(--ink)" />
    </svg>
  );
}
