import { type DragEvent, useId, useRef, useState } from 'react';
import { type FocalPoint, formImageUrl } from '#shared/item-picture.ts';
import { pictureMessages } from '#shared/picture-upload.ts';
import form from '#ui/forms/field.module.css';
import { Panel } from '#ui/page/screen-parts.tsx';
import { LibraryDialog } from '../library/library-dialog.tsx';
import type { LibraryPicture } from '../library/library-picture.schema.ts';
import { FocalPointField } from './focal-point-field.tsx';
import { FileInput, KeepOriginalField, PictureChoices, QueuedPicture, sizeText } from './picture-choices.tsx';
import styles from './picture-field.module.css';
import { previewUrlOf } from './picture-preview-url.ts';
import { retryUpload, usePictureState } from './picture-upload-queue.ts';
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
  /** Takes a picture that is on the site already. */
  onLibrary: (picture: LibraryPicture) => void;
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
  const { problem, isReading, original, shrink, ...chosen } = useChosenPicture(props);
  const preview = previewUrlOf(file) ?? (currentUrl && formImageUrl(currentUrl));
  const queued = usePictureState(file);
  const [isLibraryOpen, setIsLibraryOpen] = useState(false);
  const [measured, setMeasured] = useState({ url: preview, warning: '' });

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
  }

  /** For a button that disappears when it is pressed. */
  function pressAway(work: () => void) {
    work();
    field.current?.querySelector<HTMLElement>('[data-choose]')?.focus();
  }

  return (
    <div ref={field} className={styles.field} data-picture-field role="group" aria-labelledby={`${id}-label`}>
      <span id={`${id}-label`} className={form.label}>
        {label}
      </span>
      {/* Only for the mouse: the buttons do the same. */}
      <div
        className={`line ${styles.drop}`}
        {...target}
        onLoadCapture={({ target }) => setMeasured({ url: preview, warning: sizeWarning(target as HTMLImageElement) })}
      >
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
          <p className={styles.warning} role="status">
            {measured.url === preview && measured.warning}
          </p>
          {file && <QueuedPicture state={queued} onRetry={() => pressAway(() => retryUpload(file))} />}
          <PictureChoices
            id={id}
            hasPicture={Boolean(preview)}
            describedBy={problem ? `${id}-problem` : `${id}-hint`}
            removal={file ? 'Remove' : removeLabel}
            onChoose={() => input.current?.click()}
            onLibrary={() => setIsLibraryOpen(true)}
            onRemove={() => pressAway(remove)}
          />
          {original && <KeepOriginalField original={original} onChange={chosen.keepOriginal} />}
        </div>
        <FileInput ref={input} id={id} take={take} />
      </div>
      {isLibraryOpen && (
        <LibraryDialog
          onClose={() => setIsLibraryOpen(false)}
          onChoose={(picture) => {
            setIsLibraryOpen(false);
            chosen.forgetProblem();
            props.onLibrary(picture);
          }}
        />
      )}
      {problem && (
        <p id={`${id}-problem`} className={styles.problem} role="alert">
          {problem}
        </p>
      )}
      {shrink && (
        <button type="button" className={`notable ${styles.shrink}`} onClick={() => pressAway(shrink)}>
          {pictureMessages.shrink}
        </button>
      )}
    </div>
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

/** Frames are at most some 700 pixels wide, and never taller than they are wide by much. */
function sizeWarning({ naturalWidth: width, naturalHeight: height }: HTMLImageElement): string {
  // First, as compression has made a tall one narrow.
  if (height > 2 * width) return 'This picture is very tall: pages show only a part of it.';
  return width < 300 ? `This picture is only ${width} pixels wide: it will look blurred.` : '';
}

function noteOn(original: { isKept: boolean } | null): string {
  if (!original) return '';
  return original.isKept ? ', as it is' : ' after compression';
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
