import type { Ref } from 'react';
import { pictureTypes } from '#shared/picture-upload.ts';
import { CheckboxField } from '#ui/forms/fields.tsx';
import styles from './picture-field.module.css';
import { type PictureState, whyNotUploadedText } from './picture-upload-queue.ts';

type ChoicesProps = {
  id: string;
  hasPicture: boolean;
  describedBy: string;
  removal: string | null;
  onChoose: () => void;
  onLibrary: () => void;
  onRemove: () => void;
};

export function PictureChoices({ id, hasPicture, describedBy, removal, onChoose, onLibrary, onRemove }: ChoicesProps) {
  return (
    <p className={`line ${styles.hint}`}>
      <button data-choose type="button" className={styles.choose} aria-describedby={describedBy} onClick={onChoose}>
        {hasPicture ? 'Replace image' : 'Choose image'}
      </button>
      <button type="button" className={styles.choose} onClick={onLibrary}>
        Choose from library
      </button>
      {hasPicture && removal && (
        <button type="button" className={styles.choose} onClick={onRemove}>
          {removal}
        </button>
      )}
      <span id={`${id}-hint`} className={hasPicture ? 'sr-only' : undefined}>
        JPEG, PNG, WebP, AVIF or GIF under 5 MB
      </span>
    </p>
  );
}

type Original = { file: File; isKept: boolean };

export function KeepOriginalField({ original, onChange }: { original: Original; onChange: (isKept: boolean) => void }) {
  const label = `Keep the original (${sizeText(original.file)})`;
  return <CheckboxField label={label} checked={original.isKept} onChange={onChange} />;
}

type FileInputProps = { ref: Ref<HTMLInputElement>; id: string; take: (file: File | undefined) => void };

export function FileInput({ ref, id, take }: FileInputProps) {
  return (
    // Names the types, so that phones convert their own format to JPEG.
    <input
      ref={ref}
      className={styles.input}
      type="file"
      accept={pictureTypes.join(',')}
      tabIndex={-1}
      aria-labelledby={`${id}-label`}
      aria-describedby={`${id}-hint`}
      onChange={(event) => {
        take(event.target.files?.[0]);
        event.target.value = '';
      }}
    />
  );
}

/** The upload of an earlier save. */
export function QueuedPicture({ state, onRetry }: { state: PictureState | null; onRetry: () => void }) {
  const stuck = state && whyNotUploadedText(state);
  const text = state?.is === 'uploaded' ? 'Uploaded. Not on the site yet.' : stuck;
  return (
    <p className={`line ${styles.hint}`}>
      <span role="status">{text}</span>
      {stuck && (
        <button type="button" className={styles.choose} onClick={onRetry}>
          Try again
        </button>
      )}
    </p>
  );
}

export function sizeText({ size }: File): string {
  const kilobytes = Math.max(1, Math.round(size / 1024));
  return kilobytes < 1000 ? `${kilobytes} KB` : `${(kilobytes / 1024).toFixed(1)} MB`;
}
