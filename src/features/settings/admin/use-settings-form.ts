import { useState } from 'react';
import { useDraftsContext } from '#features/drafts/drafts-context.ts';
import { useDraft } from '#features/drafts/use-draft.ts';
import { ApiError, type FieldErrors } from '#shared/calls/api-error.ts';
import { useApi } from '#ui/api-context.ts';
import { toast } from '#ui/dialogs/toast.tsx';
import { createFieldProps } from '#ui/forms/fields.tsx';
import { useBusy } from '#ui/forms/use-busy.ts';
import { notSavedYet, saveFailureText, saveResolvingConflicts } from '#ui/saving/saving.ts';
import type { AdminSettings } from '../settings.schema.ts';
import { type SettingKey, type SiteSettings, settingsMessages, withoutSaveInfo } from '../settings.ts';
import { usePictureUploads } from './use-picture-uploads.ts';

export type SettingsFormProps = {
  stored: AdminSettings;
  onSaved: (saved: AdminSettings) => void;
  /** Fetches the settings again. */
  onReload: () => void;
  /** What the save meant for guests. */
  toldSentence: (told?: number) => string;
};

/** `base` is what the draft began from. */
type SettingsDraft = { mine: SiteSettings; base: SiteSettings };

const noOutcome = { fields: {} as FieldErrors, failure: null as string | null, isSaved: false };

/** The settings in the form. A save sends only what has changed. */
export function useSettingsForm({ stored, onSaved, onReload, toldSentence }: SettingsFormProps) {
  const api = useApi();
  const { resolveConflict } = useDraftsContext();
  const { isBusy, untilAnswered, run, isRunning } = useBusy();
  const [latest] = useState(() => withoutSaveInfo(stored));
  const draft = useDraft<SettingsDraft>({
    saved: draftOf(stored),
    // A draft brings only its own changes.
    open: ({ mine, base: begunFrom }) => ({ mine: { ...latest, ...changesOf(mine, begunFrom) }, base: latest }),
  });
  const { mine: values, base } = draft.values;
  const [outcome, setOutcome] = useState(noOutcome);
  const [refusals, setRefusals] = useState(0);
  const setFailure = (failure: string | null) => setOutcome((now) => ({ ...now, failure }));
  const pictures = usePictureUploads({ onUploaded: change, onFailed: setFailure });

  function change(part: Partial<SiteSettings>) {
    setOutcome(({ fields }) => ({ ...noOutcome, fields: without(fields, Object.keys(part)) }));
    draft.change({ mine: { ...draft.get().values.mine, ...part } });
  }

  async function submit() {
    if (isRunning() || pictures.isBusy) return;
    const socialLinks = values.socialLinks.filter(({ label, url }) => label.trim() !== '' || url.trim() !== '');
    change({ socialLinks });
    setOutcome(noOutcome);
    try {
      await run(() => save(changesOf({ ...values, socialLinks }, base)));
    } catch (error) {
      const fields = error instanceof ApiError ? error.fields : {};
      if (Object.keys(fields).length === 0) return setFailure(saveFailureText(error, settingsMessages.failed));
      setOutcome({ ...noOutcome, fields });
      setRefusals((now) => now + 1);
    }
  }

  async function save(changes: Partial<SiteSettings>): Promise<void> {
    const done = await saveResolvingConflicts({
      version: draft.version,
      save: (version) =>
        api.call<AdminSettings>('PUT', '/settings/admin', { ...changes, ...(version === null ? {} : { version }) }),
      resolveConflict: (conflict) => untilAnswered(() => resolveConflict('settings', conflict, { unsaved: changes })),
    });
    if (done.end === 'keep editing') return setFailure(notSavedYet);
    if (done.end === 'saved') return take(done.item);
    await draft.discard(onReload);
  }

  /** Resets the form to the saved settings. */
  function take(saved: AdminSettings) {
    const fresh = draftOf(saved);
    draft.change(fresh.values);
    draft.answered(fresh);
    setOutcome((now) => ({ ...now, isSaved: true }));
    toast.success(settingsMessages.saved, { detail: toldSentence(saved.told) });
    onSaved(saved);
  }

  const state = { ...outcome, isBusy, refusals, isDirty: draft.isDirty };
  const fields = createFieldProps(values, change, state.fields);
  return { values, base, draft, pictures, sender: stored.sender, state, change, submit, ...fields };
}

function draftOf(stored: AdminSettings) {
  const values = withoutSaveInfo(stored);
  return { form: 'settings', values: { mine: values, base: values }, version: stored.version };
}

/** Forgets the errors of all links when one changes: their numbers may have moved. */
function without(fields: FieldErrors, keys: string[]): FieldErrors {
  return Object.fromEntries(Object.entries(fields).filter(([field]) => !keys.includes(field.split('.')[0] ?? '')));
}

/** Only changed settings are sent, so that a save overwrites nothing that another administrator changed. */
function changesOf(values: SiteSettings, stored: SiteSettings): Partial<SiteSettings> {
  const changed = (Object.keys(values) as SettingKey[]).filter(
    (key) => JSON.stringify(values[key]) !== JSON.stringify(stored[key]),
  );
  return Object.fromEntries(changed.map((key) => [key, values[key]]));
}
