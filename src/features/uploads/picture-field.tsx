import { useId, useRef, useState } from 'react';
import { pictureMessages } from '#shared/picture.ts';
import { compressPicture } from './compress.client.ts';
import styles from './picture-field.module.css';
import { pictureProblem } from './uploads.client.ts';

export type PictureFieldProps = {
  label?: string;
  /** Where the stored picture can be seen, null without one. */
  currentUrl: string | null;
  /** The compressed new picture, until it is uploaded. */
  file: File | null;
  onFile: (file: File | null) => void;
  /** Forgets the stored picture. */
  onRemove: () => void;
  /** True while a picture is read and compressed: nothing may be submitted meanwhile. */
  onBusy: (busy: boolean) => void;
  round?: boolean;
};

export function PictureField(props: PictureFieldProps) {
  const { label = 'Image', currentUrl, file, onFile, onRemove, onBusy, round } = props;
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [isOver, setIsOver] = useState(false);
  const preview = previewOf(file) ?? currentUrl;

  async function take(chosen: File | undefined) {
    // A disabled fieldset stops its controls, but not a drop.
    if (!chosen || input.current?.matches(':disabled')) return;
    const refused = pictureProblem(chosen);
    setProblem(refused);
    if (refused) return;
    setBusy(true);
    onBusy(true);
    try {
      onFile(await compressPicture(chosen));
    } catch {
      setProblem(pictureMessages.previewFailed);
    } finally {
      setBusy(false);
      onBusy(false);
    }
  }

  return (
    <div className={styles.field}>
      <span id={`${id}-label`} className={styles.label}>
        {label}
      </span>
      {/* A convenience for the mouse: everything in it can be done with the buttons. */}
      <div
        className={styles.drop}
        data-over={isOver || undefined}
        onDragOver={(event) => {
          event.preventDefault();
          setIsOver(true);
        }}
        onDragLeave={() => setIsOver(false)}
        onDrop={(event) => {
          event.preventDefault();
          setIsOver(false);
          void take(event.dataTransfer.files[0]);
        }}
      >
        {preview && <img className={styles.preview} data-round={round || undefined} src={preview} alt="" />}
        <div className={styles.text}>
          <p className={styles.state} role="status">
            {stateText(busy, file, currentUrl)}
          </p>
          <p className={styles.hint}>
            <button type="button" className={styles.choose} onClick={() => input.current?.click()}>
              {preview ? 'Replace image' : 'Choose image'}
            </button>
            {preview && (
              <button
                type="button"
                className={styles.choose}
                onClick={() => {
                  setProblem(null);
                  if (file) onFile(null);
                  else onRemove();
                }}
              >
                Remove
              </button>
            )}
            <span id={`${id}-hint`}>JPEG, PNG, WebP or AVIF under 5 MB</span>
          </p>
        </div>
        <input
          ref={input}
          className={styles.input}
          type="file"
          accept="image/*"
          tabIndex={-1}
          aria-labelledby={`${id}-label`}
          aria-describedby={`${id}-hint`}
          onChange={(event) => {
            void take(event.target.files?.[0]);
            event.target.value = '';
          }}
        />
      </div>
      {problem && (
        <p className={styles.problem} role="alert">
          {problem}
        </p>
      )}
    </div>
  );
}

function stateText(busy: boolean, file: File | null, currentUrl: string | null): string {
  if (busy) return 'Preparing the image...';
  if (file) return `${file.name} · ${Math.max(1, Math.round(file.size / 1024))} KB after compression`;
  return currentUrl ? 'The current image' : 'Drop an image here, or choose one.';
}

const previews = new WeakMap<File, string>();

/** A blob: address, made once for each picture; small as they are, they may live as long as the page. */
export function previewOf(file: File | null): string | null {
  if (!file) return null;
  const url = previews.get(file) ?? URL.createObjectURL(file);
  previews.set(file, url);
  return url;
}
