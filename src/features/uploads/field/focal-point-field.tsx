import { type CSSProperties, type KeyboardEvent, type PointerEvent, useId, useRef, useState } from 'react';
import { type FocalPoint, focalPointAttributes, noFocalPoint } from '#shared/item-picture.ts';
import styles from './focal-point-field.module.css';
import field from './picture-field.module.css';

type Point = { x: number; y: number };

type Props = {
  /** The picture as the form shows it. */
  url: string;
  /** True for a person: shown as a portrait and in a circle. */
  isPortrait: boolean;
  value: FocalPoint;
  onChange: (value: FocalPoint) => void;
};

const hint = matchMedia('(hover: none)').matches
  ? 'Tap the most important part of the picture.'
  : 'Click the most important part of the picture, or move the ring with the arrow keys.';

/** The whole picture with a ring on its focal point, and beside it how the site crops it. */
export function FocalPointField({ url, isPortrait, value, onChange }: Props) {
  const id = useId();
  const ring = useRef<HTMLButtonElement>(null);
  const [isLoaded, setLoaded] = useState(false);
  const point = { x: value.imageFocalX ?? 50, y: value.imageFocalY ?? (isPortrait ? 20 : 50) };
  const shown = { imageFocalX: point.x, imageFocalY: point.y };
  const move = ({ x, y }: Point) => onChange({ imageFocalX: percent(x), imageFocalY: percent(y) });
  const crops = isPortrait ? portraitCrops : landscapeCrops;

  function press({ currentTarget, button, clientX, clientY }: PointerEvent) {
    if (button !== 0 || ring.current?.matches(':disabled')) return;
    const box = currentTarget.getBoundingClientRect();
    move({ x: (100 * (clientX - box.left)) / box.width, y: (100 * (clientY - box.top)) / box.height });
    ring.current?.focus({ preventScroll: true });
  }

  return (
    <div className={`row ${styles.field}`}>
      <div className={styles.whole} style={isLoaded ? undefined : placeOf(isPortrait)} onPointerUp={press}>
        <img src={url} alt="" draggable={false} onLoad={() => setLoaded(true)} />
        <button
          ref={ring}
          type="button"
          role="slider"
          className={styles.ring}
          {...focalPointAttributes(shown)}
          aria-label="Focal point"
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={point.x}
          aria-valuetext={`${point.x} % from the left, ${point.y} % from the top`}
          aria-describedby={id}
          onKeyDown={(event) => moveByKey(event, point, move)}
        />
      </div>
      <ul className={styles.crops}>
        {crops.map(([name, shape]) => (
          <li key={name}>
            <img className={styles.crop} data-shape={shape} src={url} alt="" {...focalPointAttributes(shown)} />
            <span className={`small ${styles.caption}`}>{name}</span>
          </li>
        ))}
      </ul>
      <p className={`small ${styles.hint}`}>
        <span id={id}>{hint}</span>{' '}
        {typeof value.imageFocalX === 'number' && (
          <button
            type="button"
            className={field.choose}
            onClick={() => {
              onChange(noFocalPoint);
              // The button is removed.
              ring.current?.focus();
            }}
          >
            Reset
          </button>
        )}
      </p>
    </div>
  );
}

const landscapeCrops = [
  ['Card', 'wide'],
  ['Page', 'banner'],
] as const;
const portraitCrops = [
  ['Card', 'portrait'],
  ['Circle', 'circle'],
] as const;

/** About the place that the picture takes once it is loaded. */
function placeOf(isPortrait: boolean): CSSProperties {
  return isPortrait ? { width: '15rem', aspectRatio: '1' } : { width: 'min(24rem, 100%)', aspectRatio: '8 / 5' };
}

const arrows: Record<string, Point> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

function moveByKey(event: KeyboardEvent, { x, y }: Point, move: (point: Point) => void): void {
  const arrow = arrows[event.key];
  if (!arrow || event.altKey || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  const step = event.shiftKey ? 10 : 1;
  move({ x: x + arrow.x * step, y: y + arrow.y * step });
}

function percent(value: number): number {
  return Math.round(Math.min(100, Math.max(0, value)));
}
