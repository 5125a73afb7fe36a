import { Fragment } from 'react';
import { PictureField } from '#features/uploads/field/picture-field.tsx';
import { UploadProgress } from '#features/uploads/field/upload-progress.tsx';
import { pictureUrl } from '#shared/item-picture.ts';
import { Notice } from '#ui/page/screen-parts.tsx';
import { defaultSettings } from '../settings.ts';
import { type Group, SettingsPanel } from './settings-panel.tsx';
import type { PictureSetting } from './use-picture-uploads.ts';

const pictures = [
  ['defaultArticleImage', 'Articles without a picture'],
  ['defaultAvatarImage', 'Committee members without a picture'],
  ['defaultEventImage', 'Events without a picture'],
] as const satisfies [PictureSetting, string][];

export function DefaultPicturesGroup({ form }: Group) {
  return (
    <SettingsPanel name="pictures">
      {pictures.some(([key]) => form.values[key] === defaultSettings[key]) && (
        <Notice>
          <p>
            Until you choose your own, visitors see a drawing made for each article, person and event: shapes, initials
            or the date.
          </p>
        </Notice>
      )}
      {pictures.map(([key, label]) => (
        <Fragment key={key}>
          <PictureField
            label={label}
            currentUrl={pictureUrl(form.values[key])}
            file={form.pictures.files[key] ?? null}
            onFile={(file) => void form.pictures.choose(key, file)}
            onLibrary={({ url }) => {
              void form.pictures.choose(key, null);
              form.change({ [key]: url });
            }}
            onBusy={(isReading) => form.pictures.onReading(key, isReading)}
            removeLabel={form.values[key] === defaultSettings[key] ? null : 'Use the original'}
            onRemove={() => form.change({ [key]: defaultSettings[key] })}
            round={key === 'defaultAvatarImage'}
          />
          <UploadProgress file={form.pictures.files[key] ?? null} />
        </Fragment>
      ))}
    </SettingsPanel>
  );
}
