import { type DragEvent, type Ref, useId, useRef, useState } from 'react';
import type { FocalPoint } from '#shared/picture.ts';
import { pictureMessages, pictureTypes } from '#shared/picture-upload.ts';
import form from '#ui/forms/field.module.css';
import { CheckField } from '#ui/forms/field.tsx';
import { Panel } from '#ui/page/screen-parts.tsx';
import { LibraryDialog } from '../library/library-dialog.tsx';
import type { LibraryPicture } from '../library/library-picture.schema.ts';
import { FocalPointField } from './focal-point-field.tsx';
import styles from './picture-field.module.css';
import { type PictureState, stuckText, tryAgain, usePictureState } from './picture-queue.ts';
import { previewOf } from './preview-of.ts';
import { useChosenPicture } from './use-chosen-picture.ts';
import { usePastedPictures } from './use-pasted-pictures.ts';

export type PictureFieldProps = {
  label?: string;
  /** The address of the stored picture, null without one. */
  currentUrl: string | null;
  /** The new picture, ready to be uploaded after the save. */
  file: File | null;
  onFile: (file: File | null) => void;
  /** Removes the stored picture from the item. */
  onRemove: () => void;
  /** True while a picture is read and compressed: the form must not submit in the meantime. */
  onBusy: (busy: boolean) => void;
  round?: boolean;
  focalPoint?: { value: FocalPoint; stored: FocalPoint; onChange: (value: FocalPoint) => void };
  /** Takes a picture that is on the site already; without it none can be chosen. */
  onLibrary?: (picture: LibraryPicture) => void;
  /** The label of the button that removes the stored picture, null without one. */
  removeLabel?: string | null;
};

/** As shown beside the fields of an item. */
export function PicturePanel(props: PictureFieldProps) {
  return (
    <Panel>
      <PictureField {...props} />
    </Panel>
  );
}

export function PictureField(props: PictureFieldProps) {
  const { label = 'Image', currentUrl, file, round = false, focalPoint, removeLabel = 'Remove' } = props;
  const id = useId();
  const field = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const { problem, isReading, original, ...chosen } = useChosenPicture(props);
  const preview = previewOf(file) ?? currentUrl;
  const queued = usePictureState(file);
  const [isLibraryOpen, setIsLibraryOpen] = useState(false);

  function take(given: File | undefined) {
    // A disabled fieldset disables its controls, but not drop and paste.
    if (given && !input.current?.matches(':disabled')) void chosen.take(given);
  }
  usePastedPictures(field, take);
  const { isOver, target } = useDropTarget(take);

  function remove() {
    chosen.forgetProblem();
    if (file) {
      props.onFile(null);
      focalPoint?.onChange(focalPoint.stored);
    } else props.onRemove();
    // The button disappears with the picture.
    field.current?.querySelector<HTMLElement>(`.${styles.text} button`)?.focus();
  }

  return (
    <div ref={field} className={styles.field} data-picture-field role="group" aria-labelledby={`${id}-label`}>
      <span id={`${id}-label`} className={form.label}>
        {label}
      </span>
      {/* Only for the mouse: the buttons do the same. */}
      <div className={`line ${styles.drop}`} {...target}>
        {preview && focalPoint && (
          <FocalPointField url={preview} isPortrait={round} value={focalPoint.value} onChange={focalPoint.onChange} />
        )}
        {preview && !focalPoint && (
          <img className={styles.preview} data-round={round || undefined} src={preview} alt="" />
        )}
        <div className={styles.text}>
          <p className={styles.state} role="status">
            {stateText({ isOver, isReading, note: noteOn(original), file, currentUrl })}
          </p>
          {file && <Queued state={queued} file={file} />}
          <Choices
            id={id}
            hasPicture={Boolean(preview)}
            describedBy={problem ? `${id}-problem` : `${id}-hint`}
            removal={file ? 'Remove' : removeLabel}
            onChoose={() => input.current?.click()}
            onLibrary={props.onLibrary && (() => setIsLibraryOpen(true))}
            onRemove={remove}
          />
          {original && <KeepOriginal original={original} onChange={chosen.keepOriginal} />}
        </div>
        <FileInput ref={input} id={id} take={take} />
      </div>
      {isLibraryOpen && (
        <LibraryDialog
          onClose={() => setIsLibraryOpen(false)}
          onChoose={(picture) => {
            setIsLibraryOpen(false);
            chosen.forgetProblem();
            props.onLibrary?.(picture);
          }}
        />
      )}
      {problem && (
        <p id={`${id}-problem`} className={styles.problem} role="alert">
          {problem}
        </p>
      )}
      {chosen.shrink && (
        <button type="button" className={`notable ${styles.shrink}`} onClick={chosen.shrink}>
          {pictureMessages.shrink}
        </button>
      )}
    </div>
  );
}

type ChoicesProps = {
  id: string;
  hasPicture: boolean;
  describedBy: string;
  removal: string | null;
  onChoose: () => void;
  onLibrary: (() => void) | undefined;
  onRemove: () => void;
};

function Choices({ id, hasPicture, describedBy, removal, onChoose, onLibrary, onRemove }: ChoicesProps) {
  return (
    <p className={`line ${styles.hint}`}>
      <button type="button" className={styles.choose} aria-describedby={describedBy} onClick={onChoose}>
        {hasPicture ? 'Replace image' : 'Choose image'}
      </button>
      {onLibrary && (
        <button type="button" className={styles.choose} onClick={onLibrary}>
          Choose from library
        </button>
      )}
      {hasPicture && removal && (
        <button type="button" className={styles.choose} onClick={onRemove}>
          {removal}
        </button>
      )}
      <span id={`${id}-hint`}>JPEG, PNG, WebP, AVIF or GIF under 5 MB</span>
    </p>
  );
}

type Original = { file: File; isKept: boolean };

function KeepOriginal({ original, onChange }: { original: Original; onChange: (isKept: boolean) => void }) {
  const label = `Keep the original (${sizeText(original.file)})`;
  return <CheckField label={label} checked={original.isKept} onChange={onChange} />;
}

type FileInputProps = { ref: Ref<HTMLInputElement>; id: string; take: (file: File | undefined) => void };

function FileInput({ ref, id, take }: FileInputProps) {
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

/** The attributes of a drop target. `isOver` while a file is dragged over it. */
function useDropTarget(take: (file: File | undefined) => void) {
  const [isOver, setIsOver] = useState(false);
  const target = {
    'data-over': isOver || undefined,
    onDragOver: (event: DragEvent) => {
      event.preventDefault();
      setIsOver(true);
    },
    onDragLeave: (event: DragEvent) => {
      if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setIsOver(false);
    },
    onDrop: (event: DragEvent) => {
      event.preventDefault();
      setIsOver(false);
      take(event.dataTransfer.files[0]);
    },
  };
  return { isOver, target };
}

/** The upload of an earlier save. */
function Queued({ state, file }: { state: PictureState | null; file: File }) {
  const stuck = state && stuckText(state);
  const text = state?.is === 'uploaded' ? 'Uploaded. Save to use it.' : stuck;
  return (
    <p className={`line ${styles.hint}`}>
      <span role="status">{text}</span>
      {stuck && (
        <button type="button" className={styles.choose} onClick={() => tryAgain(file)}>
          Try again
        </button>
      )}
    </p>
  );
}

type State = {
  isOver: boolean;
  isReading: boolean;
  note: string;
  file: File | null;
  currentUrl: string | null;
};

function stateText({ isOver, isReading, note, file, currentUrl }: State): string {
  if (isOver) return 'Drop to use this image.';
  if (isReading) return 'Preparing the image...';
  if (file) return `${file.name} · ${sizeText(file)}${note}`;
  return currentUrl ? 'The current image' : 'Drop or paste an image here, or choose one.';
}

function noteOn(original: { isKept: boolean } | null): string {
  if (!original) return '';
  return original.isKept ? ', as it is' : ' after compression';
}

function sizeText({ size }: File): string {
  const kilobytes = Math.max(1, Math.round(size / 1024));
  return kilobytes < 1000 ? `${kilobytes} KB` : `${(kilobytes / 1024).toFixed(1)} MB`;
}
