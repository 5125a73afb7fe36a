import { type ReactNode, useCallback } from 'react';
import { useApi } from '#ui/api-context.ts';
import type { DraftRow } from '#ui/drafts/draft-storage.ts';
import { useDraftsContext } from '#ui/drafts/drafts-context.ts';
import { Fetched } from '#ui/page/fetched.tsx';
import { useFetched } from '#ui/use-fetched.ts';
import { readDraftBeside } from './drafts.client.ts';

type Props = { form: string; children: (row: DraftRow | null) => ReactNode };

/** A form that opens with this person's draft of it. Without an answer it has what this browser keeps. */
export function WithDraft({ form, children }: Props) {
  const api = useApi();
  const { sender } = useDraftsContext();
  const load = useCallback(async () => {
    const [, row = null] = await readDraftBeside({ api, sender }, form, Promise.resolve());
    return { row };
  }, [api, sender, form]);
  return <Fetched of={useFetched(load, '')}>{({ row }) => children(row)}</Fetched>;
}
