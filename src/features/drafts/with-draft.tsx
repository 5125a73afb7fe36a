import { type ReactNode, useCallback } from 'react';
import { Fetched } from '#ui/page/fetched.tsx';
import { useFetched } from '#ui/use-fetched.ts';
import { draftMessages } from './draft.ts';
import { useDraftsContext } from './drafts-context.ts';

/** A form that opens with this person's draft of it, once that is read. */
export function WithDraft({ form, children }: { form: string; children: ReactNode }) {
  const { sender } = useDraftsContext();
  const load = useCallback(() => sender.read(form).then(() => true), [sender, form]);
  return <Fetched of={useFetched(load, draftMessages.unread)}>{() => children}</Fetched>;
}
