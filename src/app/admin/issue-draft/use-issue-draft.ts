import { useState } from 'react';
import { useTextPictures } from '#features/articles/editor/pictures/use-text-pictures.ts';
import { useDraftsContext } from '#features/drafts/drafts-context.ts';
import { useDraft } from '#features/drafts/use-draft.ts';
import { issueDraftMessages } from '#features/newsletter/content/digests/digest.ts';
import type { IssueDraft } from '#features/newsletter/issues/drafts/issue-draft.schema.ts';
import { toast } from '#ui/dialogs/toast.tsx';
import { type IssueDraftValues, issueFormName, issueValuesOf, issueVersionOf } from './issue-draft-values.ts';

const longestSaveMs = 60_000;

/** The form of a digest or a note: its draft is the newsletter itself, saved a second after typing. */
export function useIssueDraft(first: IssueDraft) {
  const { sender } = useDraftsContext();
  const [saved, setSaved] = useState(first);
  const draft = useDraft<IssueDraftValues>({
    saved: savedAs(first, issueValuesOf(first)),
    onStored: (answer, sent) => {
      const issue = answer as IssueDraft;
      setSaved(issue);
      return savedAs(issue, sent);
    },
  });
  const { form, values, state, get } = draft;
  const text = useTextPictures(() => get().values.note);

  /** True once everything typed is saved on the site, with its pictures. */
  async function saveWhole(): Promise<boolean> {
    await sender.sendNow(longestSaveMs);
    if (draft.hasUnsaved()) toast.error(sender.stateOf(form)?.more || 'Your changes are not saved yet.');
    return !draft.hasUnsaved() && !text.warnIfWaiting();
  }

  /** Keeps what is typed here and overwrites what someone else has saved. */
  async function keepMine({ version }: IssueDraft) {
    draft.setVersion(Date.parse(version));
    await sender.sendNow(longestSaveMs);
  }

  const waiting = text.waiting();
  const isEmpty = !saved.title && !saved.note;
  const done = isEmpty
    ? 'What you type is saved.'
    : `${saved.schedule ? 'Saved' : 'Draft saved'}${waiting && `, still waiting for ${waiting}`}.`;
  return {
    draft,
    text,
    values,
    saved,
    state: state ?? { words: done },
    isConflict: state?.more === issueDraftMessages.changed,
    version: () => issueVersionOf(get().version),
    saveWhole,
    keepMine,
  };
}

function savedAs({ id, version }: IssueDraft, values: IssueDraftValues) {
  return { form: issueFormName(id), values, version: Date.parse(version) };
}
