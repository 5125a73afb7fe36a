import type { ReactNode } from 'react';
import type { SiteSettings } from '../settings.ts';
import styles from './variant-field.module.css';

type Variant = SiteSettings['homeVariant'];

const choices = [
  { variant: 'grid', name: 'Grid', text: 'The whole team at a glance.', Drawing: GridDrawing },
  {
    variant: 'spotlight',
    name: 'Spotlight',
    text: 'One person at a time, changing every five seconds.',
    Drawing: SpotlightDrawing,
  },
] as const;

/** The two home pages, each with a drawing of its committee. */
export function VariantField({ value, onChange }: { value: Variant; onChange: (variant: Variant) => void }) {
  return (
    <fieldset className={styles.field}>
      <legend className={styles.legend}>The committee on the home page</legend>
      <div className={styles.choices}>
        {choices.map(({ variant, name, text, Drawing }) => (
          <label key={variant} className={styles.choice}>
            <Drawing />
            <span className={styles.name}>
              <input
                type="radio"
                name="homeVariant"
                value={variant}
                checked={value === variant}
                onChange={() => onChange(variant)}
              />
              {name}
            </span>
            <span className="tiny">{text}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

function GridDrawing() {
  return (
    <Sketch>
      {[0, 1, 2, 3].map((column) => (
        <g key={column}>
          <rect className={styles.card} x={14 + column * 34} y="46" width="28" height="42" rx="4" />
          <circle className={styles.face} cx={28 + column * 34} cy="60" r="8" />
          <path className={styles.line} d={`M${20 + column * 34} 75h16M${22 + column * 34} 81h12`} />
        </g>
      ))}
    </Sketch>
  );
}

function SpotlightDrawing() {
  return (
    <Sketch>
      <rect className={styles.card} x="34" y="44" width="92" height="40" rx="5" />
      <circle className={styles.face} cx="58" cy="64" r="13" />
      <path className={styles.line} d="M80 57h36M80 64h28M80 71h32" />
      <circle className={styles.dotOn} cx="70" cy="91" r="2.5" />
      <circle className={styles.dot} cx="80" cy="91" r="2.5" />
      <circle className={styles.dot} cx="90" cy="91" r="2.5" />
    </Sketch>
  );
}

/** What both pages share. */
function Sketch({ children }: { children: ReactNode }) {
  return (
    <svg className={styles.sketch} viewBox="0 0 160 100" aria-hidden="true">
      <rect className={styles.page} width="160" height="100" rx="8" />
      <path className={styles.bar} d="M8 0h144a8 8 0 0 1 8 8v4H0V8a8 8 0 0 1 8-8Z" />
      <path className={styles.title} d="M14 25h58" />
      <path className={styles.line} d="M14 34h40" />
      {children}
    </svg>
  );
}
