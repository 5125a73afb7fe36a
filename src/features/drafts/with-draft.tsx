import { type ReactNode, useCallback } from 'react';
import { useApi } from '#ui/api-context.ts';
import type { DraftRow } from '#ui/drafts/draft-storage.ts';
import { Fetched } from '#ui/page/fetched.tsx';
import { useFetched } from '#ui/use-fetched.ts';
import { readDraft } from './drafts.client.ts';

type Props = { form: string; children: (row: DraftRow | null) => ReactNode };

/** A form that opens with this person's draft of it. Without an answer it has what this browser keeps. */
export function WithDraft({ form, children }: Props) {
  const api = useApi();
  const load = useCallback(async () => ({ row: await readDraft(api, form).catch(() => null) }), [api, form]);
  return <Fetched of={useFetched(load, '')}>{({ row }) => children(row)}</Fetched>;
}
