import styles from './icon.module.css';

const shapes = {
  'arrow-right': 'M4 12h15M13 6l6 6-6 6',
  'arrow-left': 'M20 12H5M11 6l-6 6 6 6',
  'arrow-down': 'M12 4v15M6 13l6 6 6-6',
  'chevron-down': 'M6 9l6 6 6-6',
  external: 'M7 17 17 7M9 7h8v8',
  eye: 'M2.5 12c6-8 13-8 19 0-6 8-13 8-19 0ZM12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6Z',
  menu: 'M4 8h16M4 16h16',
  close: 'M6 6l12 12M18 6 6 18',
  check: 'M5 12.5 10 17.5 19.5 7',
  search: 'M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13ZM15.5 15.5 20 20',
  calendar: 'M5 6h14a1 1 0 0 1 1 1v12a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1V7a1 1 0 0 1 1-1ZM4 11h16M8 3.5V8M16 3.5V8',
  mail: 'M4.5 6h15a1 1 0 0 1 1 1v10a1 1 0 0 1-1 1h-15a1 1 0 0 1-1-1V7a1 1 0 0 1 1-1ZM4 7l8 6.5L20 7',
  place: 'M12 21s7-6.2 7-11a7 7 0 1 0-14 0c0 4.8 7 11 7 11ZM12 12.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5Z',
  person: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8ZM4.5 20c1-4 4-5.5 7.5-5.5s6.5 1.5 7.5 5.5',
  pause: 'M8 5v14M16 5v14',
  play: 'M7 4.5v15l12-7.5Z',
  contrast: 'M12 20a8 8 0 1 0 0-16 8 8 0 0 0 0 16ZM12 4v16M12 8h6.9M12 12h8M12 16h6.9',
} as const;

export type IconName = keyof typeof shapes;

/** As tall as the text beside it, which says the same in words: screen readers skip the icon. */
export function Icon({ name, size = 20 }: { name: IconName; size?: number }) {
  return (
    <svg className={styles.icon} aria-hidden="true" width={size} height={size} viewBox="0 0 24 24">
      <path d={shapes[name]} />
    </svg>
  );
}
