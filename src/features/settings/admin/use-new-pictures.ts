import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { dropPicture, stateOf, uploadNow, watchPictures } from '#features/uploads/field/picture-queue.ts';
import { uploadFailure } from '#features/uploads/uploads.client.ts';
import { useApi } from '#ui/api.ts';
import { deleteDraftPicture, findDraftPictures, saveDraftPicture } from '#ui/drafts/draft-pictures.ts';
import type { SettingsValues } from './settings-values.ts';

/** The settings that are pictures, and the upload purpose of each. */
const purposes = {
  defaultArticleImage: 'articles',
  defaultAvatarImage: 'members',
  defaultEventImage: 'events',
} as const satisfies Partial<Record<keyof SettingsValues, string>>;
export type PictureSetting = keyof typeof purposes;
/** The names of the chosen pictures that are not on the site yet. */
export type PendingNames = Partial<Record<PictureSetting, string>>;
type Files = Partial<Record<PictureSetting, File>>;

type NewPictures = {
  owner: string;
  /** The draft's id. */
  draft: () => string;
  onWaiting: (key: PictureSetting, name: string | null) => void;
  onUploaded: (part: Partial<SettingsValues>) => void;
  onFailed: (message: string) => void;
};

/** Uploads a chosen picture at once, so that a save is one call. The device keeps it until the save. */
export function useNewPictures({ owner, draft, onWaiting, onUploaded, onFailed }: NewPictures) {
  const api = useApi();
  const [files, setFiles] = useState<Files>({});
  const [reading, setReading] = useState<Partial<Record<PictureSetting, boolean>>>({});
  const latest = useRef<Files>({});
  const states = () => keysOf(latest.current).map((key) => latest.current[key] && stateOf(latest.current[key]));
  const isUploading = useSyncExternalStore(watchPictures, () =>
    states().some((state) => state?.is === 'uploading' && !state.isAgain),
  );

  function put(key: PictureSetting, file: File | null) {
    const { [key]: before, ...others } = latest.current;
    if (before) dropPicture(before);
    latest.current = file ? { ...others, [key]: file } : others;
    setFiles(latest.current);
    onWaiting(key, file?.name ?? null);
  }

  function choose(key: PictureSetting, file: File | null) {
    put(key, file);
    if (!file) return void deleteDraftPicture(draft(), key);
    void saveDraftPicture(draft(), { id: key, file, url: null });
    uploadNow({ api, owner, draft: draft(), id: key, purpose: purposes[key], file }).catch((error: unknown) => {
      if (latest.current[key] === file) onFailed(uploadFailure(error));
    });
  }

  const takeUploaded = useRef(() => {});
  useEffect(() => {
    takeUploaded.current = () => {
      for (const key of keysOf(latest.current)) {
        const state = latest.current[key] && stateOf(latest.current[key]);
        if (state?.is !== 'uploaded') continue;
        put(key, null);
        onUploaded({ [key]: state.url });
      }
    };
  });
  useEffect(() => watchPictures(() => takeUploaded.current()), []);

  /** For a restored draft: uploads what was never uploaded. */
  async function restore(waiting: PendingNames) {
    for (const { id, file } of await findDraftPictures(draft()))
      if (waiting[id as PictureSetting]) choose(id as PictureSetting, file);
  }

  const onReading = (key: PictureSetting, isReading: boolean) => setReading((now) => ({ ...now, [key]: isReading }));
  const isBusy = isUploading || Object.values(reading).some(Boolean);
  return { files, isBusy, choose, restore, onReading };
}

function keysOf(files: Files): PictureSetting[] {
  return Object.keys(files) as PictureSetting[];
}
