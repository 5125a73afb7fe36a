import styles from './app-setup.module.css';

type Props = {
  /** Rows of modules; a dark one is true. */
  modules: boolean[][];
  label: string;
};

/** Black on white in both colour schemes: cameras want it so. */
export function QrCode({ modules, label }: Props) {
  const dark = modules.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])));
  return (
    <svg
      className={styles.qr}
      role="img"
      aria-label={label}
      viewBox={`0 0 ${modules.length} ${modules.length}`}
      shapeRendering="crispEdges"
    >
      <path d={dark.join('')} fill="black" />
    </svg>
  );
}
