import { useCallback, useState } from 'react';
import { localInstantText } from '#shared/instants.ts';
import { bidiIsolated } from '#shared/text.ts';
import { useApi } from '#ui/api-context.ts';
import { WideDialog } from '#ui/dialogs/wide-dialog.tsx';
import { Button } from '#ui/forms/button.tsx';
import { useBusy } from '#ui/forms/use-busy.ts';
import { useList } from '#ui/lists/use-list.ts';
import { ErrorState } from '#ui/page/empty-and-error-states.tsx';
import { Spinner } from '#ui/page/spinner.tsx';
import { useFetched } from '#ui/use-fetched.ts';
import type { Revision } from '../revision.schema.ts';
import { earlierSummary } from '../revision.ts';
import { getRevision } from '../revisions.client.ts';
import { type ComparedField, compareVersions, type Difference } from './compare-versions.ts';
import { Differences } from './differences.tsx';
import styles from './history-dialog.module.css';

type Props = {
  title: string;
  /** The item's own address for administrators. */
  of: string;
  /** The labels of the fields of a revision. */
  fields: ComparedField[];
  /** Asks and restores; true when the dialog should close. `when` is 'on Nov 30, 2026, 1:54 PM', or 'before'. */
  restore: (revisionId: number, when: string) => Promise<boolean>;
  onClose: () => void;
};

/** Every save of one item: what it changed, and a button that restores it. */
export function HistoryDialog({ title, of, fields, restore, onClose }: Props) {
  const history = useHistory(of);
  const { revisions, chosen } = history;
  const { isBusy, run } = useBusy();
  const isCurrent = chosen?.id === revisions[0]?.id;
  const when = chosen && !isUndated(chosen, revisions) ? `on ${localInstantText(chosen.at)}` : 'before';

  async function restoreChosen() {
    if (chosen && (await restore(chosen.id, when))) onClose();
  }

  return (
    <WideDialog
      title={`History of “${bidiIsolated(title)}”`}
      onClose={onClose}
      foot={
        <>
          <Button variant="quiet" onClick={onClose}>
            Close
          </Button>
          {chosen && (
            <Button disabled={isCurrent || isBusy} onClick={() => void run(restoreChosen)}>
              Restore how it was {when}
            </Button>
          )}
        </>
      }
    >
      {history.error && <ErrorState message={history.error} onRetry={history.reload} retryLabel="Retry" />}
      {!history.error &&
        !chosen &&
        (history.loading ? <Spinner /> : <p>Nothing has been changed yet. Each save will be listed here.</p>)}
      {!history.error && chosen && (
        <div className={styles.columns}>
          <Versions history={history} chosen={chosen} />
          <div className={styles.changes} aria-live="polite">
            {history.compared === null ? <Spinner /> : <Changes fields={fields} {...history.compared} />}
          </div>
        </div>
      )}
    </WideDialog>
  );
}

type History = ReturnType<typeof useHistory>;

/** What the first save of the settings replaced: it was never saved, and was written down with that save. */
function isUndated({ id, at, summary }: Revision, revisions: Revision[]): boolean {
  return summary === earlierSummary && revisions.some((other) => other.id !== id && other.at === at);
}

function Versions({ history, chosen }: { history: History; chosen: Revision }) {
  return (
    <div>
      <ol className={styles.revisions} aria-label="Versions, newest first">
        {history.revisions.map((revision, index) => (
          <li key={revision.id}>
            <button
              type="button"
              className={styles.revision}
              aria-current={revision.id === chosen.id || undefined}
              onClick={() => history.choose(revision)}
            >
              {!isUndated(revision, history.revisions) && <strong>{localInstantText(revision.at)}</strong>}
              {/* Demo content and erased accounts have no name. */}
              <span>{[revision.by, index === 0 && 'current'].filter(Boolean).join(' · ')}</span>
              <span className="muted">{revision.summary}</span>
            </button>
          </li>
        ))}
      </ol>
      {history.hasMore && (
        <Button size="small" variant="quiet" disabled={history.loading} onClick={() => void history.loadMore()}>
          Show more
        </Button>
      )}
    </div>
  );
}

type Contents = { from: object | null; to: object; now: object | null };

/** What the save changed, and what going back to it would change now. */
function Changes({ fields, from, to, now }: Contents & { fields: ComparedField[] }) {
  // The first version has no predecessor, and an old one lacks newer fields.
  const filled = (version: object | null) => ({
    ...Object.fromEntries(fields.map(({ name, initial = null }) => [name, initial])),
    ...version,
  });
  return (
    <>
      {(from || !now) && (
        <Compared title="What this save changed" all={compareVersions(fields, filled(from), filled(to))} />
      )}
      {/* What a version lacks stays as it is. */}
      {now && <Compared title="What going back would change now" all={compareVersions(fields, filled(now), to)} />}
    </>
  );
}

function Compared({ title, all }: { title: string; all: Difference[] }) {
  return (
    <>
      <h3>{title}</h3>
      {all.length === 0 ? <p>There is no difference.</p> : <Differences all={all} />}
    </>
  );
}

const failed = 'Failed to load the history. Please try again.';

/** The saves of one item, newest first, and the content of some of them; `of` must not change. */
function useHistory(of: string) {
  const [picked, setPicked] = useState<Revision | null>(null);
  const { items: revisions, ...list } = useList<Revision>(`${of}/revisions`, failed);

  const chosen = picked ?? revisions[0] ?? null;
  const at = revisions.findIndex(({ id }) => id === chosen?.id);
  const otherId = revisions[at + 1]?.id ?? null;
  const { compared, error, again } = useComparedContents(of, {
    fromId: otherId,
    toId: chosen?.id ?? null,
    nowId: at > 0 ? (revisions[0]?.id ?? null) : null,
  });

  function reload() {
    void again();
    void list.reload();
  }

  return { ...list, revisions, error: list.error ?? error, chosen, compared, choose: setPicked, reload };
}

type Ids = { fromId: number | null; toId: number | null; nowId: number | null };

/** The content of the chosen save, of the one before it and of the newest, null where there is none. Null until all are loaded. */
function useComparedContents(of: string, { fromId, toId, nowId }: Ids) {
  const api = useApi();
  const load = useCallback(async () => {
    const dataOf = async (id: number | null) => (id === null ? null : (await getRevision(api, of, id)).data);
    const [from, to, now] = await Promise.all([fromId, toId, nowId].map(dataOf));
    return to && { from: from ?? null, to, now: now ?? null, toId };
  }, [api, of, fromId, toId, nowId]);
  const { data, error, reload } = useFetched(load, failed);
  return { compared: data && data.toId === toId ? data : null, error, again: reload };
}
