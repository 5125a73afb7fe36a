import styles from './hero-art.module.css';

/** Three interlocking circles, drawn for this site: environment, people, animals, and a heart where all meet. */
export function HeroArt() {
  return (
    <svg className={styles.art} viewBox="0 0 400 380" aria-hidden="true" focusable="false">
      <defs>
        <clipPath id="art-leaf">
          <circle cx="200" cy="130" r="126" />
        </clipPath>
        <clipPath id="art-skin">
          <circle cx="128" cy="252" r="126" />
        </clipPath>
      </defs>
      <circle className={styles.leaf} cx="200" cy="130" r="126" />
      <circle className={styles.skin} cx="128" cy="252" r="126" />
      <circle className={styles.water} cx="272" cy="252" r="126" />
      <g clipPath="url(#art-leaf)">
        <circle className={styles.leafSkin} cx="128" cy="252" r="126" />
        <circle className={styles.leafWater} cx="272" cy="252" r="126" />
      </g>
      <g clipPath="url(#art-skin)">
        <circle className={styles.skinWater} cx="272" cy="252" r="126" />
        <g clipPath="url(#art-leaf)">
          <circle className={styles.middle} cx="272" cy="252" r="126" />
        </g>
      </g>
      <path
        className={styles.heart}
        d="M200 237c-2-1.600-29-19-29-38 0-9.500 7-16.500 15.500-16.500 5.700 0 10.700 3.200 13.500 8 2.800-4.800 7.800-8 13.500-8 8.500 0 15.500 7 15.500 16.500 0 19-27 36.400-29 38Z"
      />
      <g className={styles.lines}>
        <path d="M172 112c-6-32 10-60 58-66 6 44-14 72-46 72-5 0-9-2-12-6ZM172 112c12-20 26-34 42-46M164 126c2-5 5-10 8-14M190 88l-3-17M205 74l-1-14M187 92l20 2M202 77l17 1" />
        <path d="M92 226a17 17 0 1 0 0-34 17 17 0 0 0 0 34ZM60 290c0-30 12-50 32-50s32 20 32 50" />
        <path d="M310 240c12 0 17 11 23 19 6 7 9 12 7 20-2 9-11 12-18 9-8-3-16-3-24 0-7 3-16 0-18-9-2-8 1-13 7-20 6-8 11-19 23-19Z" />
        <path d="M278 236c-5 1-10-4-11-11s2-12 7-13 9 4 10 11-1 12-6 13ZM299 222c-5 0-9-6-9-13s4-12 9-12 9 5 9 12-4 13-9 13ZM322 222c-5 0-9-6-9-13s4-12 9-12 9 5 9 12-4 13-9 13ZM343 236c-5-1-7-6-6-13s5-12 10-11 8 6 7 13-6 12-11 11Z" />
      </g>
    </svg>
  );
}

/** The same three circles as an outline, for dark grounds. */
export function CirclesOutline({ className }: { className: string | undefined }) {
  return (
    <svg
      className={className}
      viewBox="0 0 420 330"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      aria-hidden="true"
    >
      <circle cx="210" cy="131" r="129" />
      <circle cx="133" cy="254" r="129" />
      <circle cx="287" cy="254" r="129" />
    </svg>
  );
}
