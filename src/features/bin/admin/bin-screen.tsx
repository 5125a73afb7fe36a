import { useState } from 'react';
import type { Kind } from '#features/items/kind.ts';
import type { Api } from '#shared/calls/api-client.ts';
import { localInstantText } from '#shared/instants.ts';
import { bidiIsolated, capitalised, pluralise } from '#shared/text.ts';
import { useApi } from '#ui/api-context.ts';
import { useConfirm } from '#ui/dialogs/confirm.tsx';
import { toast } from '#ui/dialogs/toast.tsx';
import { withErrorToast } from '#ui/dialogs/with-error-toast.ts';
import { Button, LinkButton } from '#ui/forms/button.tsx';
import { useBusy } from '#ui/forms/use-busy.ts';
import { languageAttributes } from '#ui/language-attributes.ts';
import { CardList } from '#ui/lists/card-list.tsx';
import { StatusBadge } from '#ui/lists/item-card.tsx';
import { useList } from '#ui/lists/use-list.ts';
import { EmptyState } from '#ui/page/empty-and-error-states.tsx';
import { ScreenHead } from '#ui/page/screen-parts.tsx';
import type { BinEntry } from '../bin.schema.ts';
import { binDays } from '../bin.ts';
import styles from './bin-row.module.css';

type RestoringDetail = (api: Api, entry: BinEntry) => Promise<string | null>;

/** `restoringDetail`: other effects of restoring an item, shown in the question; `toldSentence`: what it meant for them. */
type Effects = { restoringDetail: RestoringDetail; toldSentence: (told?: number) => string };
type Props = Effects & { kinds: readonly Kind[] };

/** Lists deleted items until they are purged, to restore them or delete them permanently. */
export function BinScreen({ kinds, ...effects }: Props) {
  const list = useList<BinEntry>('/bin/admin', 'Failed to load the bin. Please try again.');
  const { isBusy, restore, remove, dialog } = useEmptying(list.reload, effects);
  const [now] = useState(() => new Date());

  return (
    <>
      <ScreenHead title="Bin" about={`Deleted items are kept here for ${binDays} days`} />
      <CardList
        list={list}
        rows
        empty={
          <EmptyState title="The bin is empty" message="What you delete can be restored from here." headingLevel={2}>
            <LinkButton to="/admin/dashboard" variant="quiet">
              Dashboard
            </LinkButton>
          </EmptyState>
        }
        card={(entry) => (
          <BinRow
            key={`${entry.kind}-${entry.id}`}
            entry={entry}
            label={capitalised(kinds.find(({ name }) => name === entry.kind)?.noun ?? '')}
            now={now}
            isBusy={isBusy}
            onRestore={() => void restore(entry)}
            onDelete={() => void remove(entry)}
          />
        )}
      />
      {dialog}
    </>
  );
}

/** The item; `isActive` of a member is what `isPublished` is of the others. */
type Restored = { isPublished?: boolean; isActive?: boolean; told?: number };

export function restoredSentence({ isPublished, isActive }: Restored): string {
  return isPublished === false || isActive === false ? 'It is a draft.' : 'Visitors see it again.';
}

const pathOf = ({ kind, id }: BinEntry) => `/bin/admin/${kind}/${id}`;

/** Restores items or deletes them permanently, one at a time. */
function useEmptying(reload: () => Promise<void>, { restoringDetail, toldSentence }: Effects) {
  const api = useApi();
  const { confirm, dialog } = useConfirm();
  const { isBusy, run } = useBusy();

  const attempt = (
    work: () => Promise<{ message: string; detail?: string; told?: number | undefined }>,
    failed: string,
  ) =>
    run(() =>
      withErrorToast(async () => {
        const { message, detail, told } = await work();
        toast.success(message, { detail: [detail, toldSentence(told)].filter(Boolean).join(' ') });
        await reload();
      }, failed),
    );

  async function restore(entry: BinEntry) {
    const detail = await restoringDetail(api, entry);
    const message = `Restore “${bidiIsolated(entry.title)}”?`;
    if (detail && !(await confirm(message, 'Restore', { detail, isHarmless: true }))) return;
    const done = `“${bidiIsolated(entry.title)}” is restored.`;
    const work = async () => {
      const restored = await api.call<Restored>('POST', pathOf(entry));
      return { message: done, detail: restoredSentence(restored), told: restored.told };
    };
    await attempt(work, 'Failed to restore it. Please try again.');
  }

  async function remove(entry: BinEntry) {
    const detail = 'This also deletes its history, and pictures that nothing else uses. It cannot be undone.';
    if (!(await confirm(`Delete “${bidiIsolated(entry.title)}” permanently?`, 'Delete permanently', { detail })))
      return;
    const work = () => api.call<{ message: string }>('DELETE', pathOf(entry));
    await attempt(work, 'Failed to delete it. Please try again.');
  }

  return { isBusy, restore, remove, dialog };
}

type RowProps = {
  entry: BinEntry;
  /** The label of its kind: 'Article'. */
  label: string;
  now: Date;
  isBusy: boolean;
  onRestore: () => void;
  onDelete: () => void;
};

function BinRow({ entry, label, now, isBusy, onRestore, onDelete }: RowProps) {
  const { title, deletedAt, deletedBy, purgeAt } = entry;
  return (
    <article className={`line box ${styles.row}`}>
      <div className={styles.words}>
        <StatusBadge tone="quiet">{label}</StatusBadge>
        <h2 className={styles.title} {...languageAttributes(title)}>
          {title || 'Untitled'}
        </h2>
        <p className="small">
          Deleted {localInstantText(deletedAt)}
          {deletedBy && ` by ${deletedBy}`} · <span className={styles.left}>{daysLeftText(purgeAt, now)}</span>
        </p>
      </div>
      <div className="row">
        <Button size="small" variant="quiet" aria-label={`Restore ${title}`} aria-disabled={isBusy} onClick={onRestore}>
          Restore
        </Button>
        <Button
          size="small"
          variant="danger"
          aria-label={`Delete permanently: ${title}`}
          aria-disabled={isBusy}
          onClick={onDelete}
        >
          Delete permanently
        </Button>
      </div>
    </article>
  );
}

/** Until it is deleted permanently: '12 days left', and on the last one 'less than a day left'. */
export function daysLeftText(purgeAt: string, now: Date): string {
  const days = (Date.parse(purgeAt) - now.getTime()) / 86_400_000;
  return days < 1 ? 'less than a day left' : `${pluralise(Math.round(days), 'day')} left`;
}
