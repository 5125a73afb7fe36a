import { useState } from 'react';
import { PictureField } from '#features/uploads/field/picture-field.tsx';
import { describePicture, replacePicture } from '#features/uploads/library/library.client.ts';
import { altLimit, pictureTitle } from '#features/uploads/library/library.ts';
import type { LibraryPicture } from '#features/uploads/library/library-picture.schema.ts';
import { uploadFailure, uploadPicture } from '#features/uploads/uploads.client.ts';
import { pictureUrl } from '#shared/picture.ts';
import { countOf, isolated } from '#shared/text.ts';
import { useApi } from '#ui/api.ts';
import { FormDialog } from '#ui/dialogs/form-dialog.tsx';
import { toast } from '#ui/dialogs/toast.tsx';
import { CheckField, TextField } from '#ui/forms/field.tsx';
import { useBusy } from '#ui/forms/use-busy.ts';
import { errorMessage } from '#ui/loaded.ts';
import { Alert, FormStack } from '#ui/page/screen.tsx';
import styles from './picture-dialogs.module.css';

type Props = {
  picture: LibraryPicture;
  onDone: () => void;
  onClose: () => void;
};

/** What a picture shows, said once; where it is used the text may follow. */
export function DescribeDialog({ picture, onDone, onClose }: Props) {
  const api = useApi();
  const { isBusy, run } = useBusy();
  const [alt, setAlt] = useState(picture.alt ?? '');
  const [isEverywhere, setIsEverywhere] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const isUsed = picture.uses.some(({ field, kind }) => field === 'content' || kind === 'articles');

  const save = () =>
    run(async () => {
      try {
        const { changed } = await describePicture(api, picture.id, { alt, isEverywhere });
        toast.success(isEverywhere ? `Saved, and written into ${countOf(changed, 'article')}.` : 'Saved.');
        onDone();
      } catch (error) {
        setProblem(errorMessage(error, 'Failed to save the text. Please try again.'));
      }
    });

  return (
    <FormDialog
      title="What the picture shows"
      action="Save"
      isBusy={isBusy}
      onSubmit={() => void save()}
      onCancel={onClose}
    >
      <div className={styles.stack}>
        <FormStack>
          <img className={styles.picture} src={pictureUrl(picture.previewUrl)} alt="" />
          <TextField
            label="Alternative text"
            hint="For people who cannot see it. Proposed when the picture is chosen again."
            limit={altLimit}
            value={alt}
            onChange={setAlt}
          />
          {isUsed && (
            <div>
              <CheckField label="Use this text everywhere" checked={isEverywhere} onChange={setIsEverywhere} />
              <p className={styles.detail}>Where it is missing, or was the same. What somebody wrote by hand stays.</p>
            </div>
          )}
          {problem && <Alert>{problem}</Alert>}
        </FormStack>
      </div>
    </FormDialog>
  );
}

/** Another file in the place of a picture, wherever it is used. */
export function ReplaceDialog({ picture, onDone, onClose }: Props) {
  const api = useApi();
  const { isBusy, run } = useBusy();
  const [file, setFile] = useState<File | null>(null);
  const [isReading, setIsReading] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const places = countOf(picture.uses.length, 'place');

  const replace = () =>
    run(async () => {
      if (!file) return setProblem('Choose the new image first.');
      setProblem(null);
      let imageUrl: string;
      try {
        imageUrl = await uploadPicture(api, 'articles', file, () => {}, new AbortController().signal);
      } catch (error) {
        return setProblem(uploadFailure(error));
      }
      try {
        const { changed } = await replacePicture(api, picture.id, imageUrl);
        toast.success(`Replaced: ${countOf(changed, 'thing')} saved with the new picture.`);
        onDone();
      } catch (error) {
        setProblem(errorMessage(error, 'Failed to replace the picture. Please try again.'));
      }
    });

  return (
    <FormDialog
      title={`Replace “${isolated(pictureTitle(picture))}” in ${places}?`}
      action="Replace everywhere"
      isBusy={isBusy || isReading}
      onSubmit={() => void replace()}
      onCancel={onClose}
    >
      <div className={styles.stack}>
        <FormStack>
          <p className={styles.detail}>
            Live pages show the new one at once. Each item gets a new version, and its history keeps the one of before.
            Newsletters that were sent keep the old picture.
          </p>
          <PictureField
            label="New image"
            currentUrl={null}
            file={file}
            onFile={setFile}
            onRemove={() => setFile(null)}
            onBusy={setIsReading}
          />
          {problem && <Alert>{problem}</Alert>}
        </FormStack>
      </div>
    </FormDialog>
  );
}
