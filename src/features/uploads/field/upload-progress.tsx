import { useRef } from 'react';
import { Button } from '#ui/forms/button.tsx';
import { ProgressBar } from '#ui/forms/progress-bar.tsx';
import { usePictureState } from './picture-upload-queue.ts';
import styles from './upload-progress.module.css';

/** Put it outside of the fields: they are disabled while the form saves, but an upload can be cancelled. */
export function UploadProgress({ file }: { file: File | null }) {
  const place = useRef<HTMLDivElement>(null);
  const state = usePictureState(file);
  const upload = state?.is === 'uploading' ? state : null;
  return (
    <div ref={place} className={upload ? styles.upload : styles.nothing} tabIndex={-1}>
      {upload && (
        <>
          <p className={styles.state}>Uploading the image...</p>
          <Button
            variant="quiet"
            size="small"
            onClick={() => {
              // The button disappears with the upload. The next Tab starts here.
              place.current?.focus();
              upload.cancel();
            }}
          >
            Cancel upload
          </Button>
          <div className={styles.bar}>
            <ProgressBar label="Upload" percent={null} />
          </div>
        </>
      )}
    </div>
  );
}
