import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { DraftNotice } from '#features/drafts/draft-status.tsx';
import type { FieldErrors } from '#shared/calls/api-error.ts';
import { Button } from '#ui/forms/button.tsx';
import { Alert, FieldGroup, Notice } from '#ui/page/screen-parts.tsx';
import { defaultSettings } from '../settings.ts';
import { LookGroup } from './look-group.tsx';
import { NewsletterGroup } from './newsletter-group.tsx';
import { SettingPicture } from './setting-picture.tsx';
import styles from './settings-form.module.css';
import { AboutGroup, FooterGroup, GuestsGroup, HomeGroup, SocietyGroup, TimeGroup } from './settings-groups.tsx';
import { type Group, SettingsPanel } from './settings-panel.tsx';
import type { PictureSetting } from './use-picture-uploads.ts';
import { type SettingsFormProps, useSettingsForm } from './use-settings-form.ts';

const pictures = [
  ['defaultArticleImage', 'Articles without a picture'],
  ['defaultAvatarImage', 'Committee members without a picture'],
  ['defaultEventImage', 'Events without a picture'],
] as const satisfies [PictureSetting, string][];

/** Each has an address of its own, below that of all. */
export const settingsSections = {
  society: 'Society',
  look: 'Look',
  home: 'Home page',
  pictures: 'Pictures',
  mail: 'Mail',
  privacy: 'Privacy',
} as const;

const groups = [
  ['society', SocietyGroup],
  ['look', LookGroup],
  ['home', HomeGroup],
  ['society', AboutGroup],
  ['society', FooterGroup],
  ['pictures', DefaultPicturesGroup],
  ['society', TimeGroup],
  ['privacy', GuestsGroup],
  ['mail', NewsletterGroup],
] as const;

/** One form for all sections: a save includes changes in other sections. */
export function SettingsForm({ section, ...props }: SettingsFormProps & { section: string | undefined }) {
  const form = useSettingsForm(props);
  const { isBusy, isDirty, isSaved, fields, refusals, failure } = form.state;
  const isReading = form.pictures.isBusy;
  // The fields with errors may be in another section.
  const isRefused = Object.keys(fields).length > 0;
  const place = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (refusals > 0) place.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
  }, [refusals]);
  const { hash } = useLocation();
  // The form comes after the navigation, which found nothing to scroll to.
  useEffect(() => {
    const part = document.getElementById(hash.slice(1));
    part?.querySelector<HTMLElement>('input, select, textarea')?.focus({ preventScroll: true });
    part?.scrollIntoView();
  }, [hash]);

  return (
    <form
      ref={place}
      className={styles.form}
      aria-label="Settings"
      aria-busy={isBusy}
      noValidate
      onSubmit={(submitted) => {
        submitted.preventDefault();
        void form.submit();
      }}
    >
      <DraftNotice draft={form.draft} />
      <FieldGroup disabled={isBusy}>
        {groups.map(([name, Group]) => {
          const isShown = section === undefined || section === name || isRefused;
          return (
            <div key={Group.name} hidden={!isShown}>
              <Group form={form} isShown={isShown} />
            </div>
          );
        })}
      </FieldGroup>
      <div className={styles.foot}>
        <Problems fields={fields} />
        {failure && <Alert>{failure}</Alert>}
        <div className={`line ${styles.actions}`}>
          {/* Not disabled while it saves: it would lose the focus. A second press does nothing. */}
          <Button type="submit" disabled={isReading} aria-disabled={isBusy}>
            {isBusy ? 'Saving...' : 'Save settings'}
          </Button>
          <p className="small" role="status">
            {stateText(isReading, isDirty && !isBusy, isSaved)}
          </p>
          {isSaved && !isDirty && (
            <a className={styles.view} href="/" target="_blank" rel="noopener">
              View site ↗
            </a>
          )}
        </div>
      </div>
    </form>
  );
}

function stateText(isReading: boolean, isDirty: boolean, isSaved: boolean): string {
  if (isReading) return 'Uploading the image...';
  if (isDirty) return 'Not saved yet';
  return isSaved ? 'Saved' : '';
}

/** Screen readers read them all at once. Each also stands at its field. */
function Problems({ fields }: { fields: FieldErrors }) {
  const sentences = Object.entries(fields).map(([field, problem]) => {
    const link = /^socialLinks\.(\d+)/.exec(field)?.[1];
    return link === undefined ? problem : `Link ${Number(link) + 1}: ${problem}`;
  });
  if (sentences.length === 0) return null;
  return (
    <Alert>
      {sentences.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
    </Alert>
  );
}

function DefaultPicturesGroup({ form }: Group) {
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
        <SettingPicture key={key} form={form} name={key} label={label} original="original" />
      ))}
    </SettingsPanel>
  );
}
