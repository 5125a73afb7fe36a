import type { ReactNode } from 'react';
import type { KindName } from '#app/kinds.ts';
import { restoreFromBin } from '#features/bin/bin.client.ts';
import { deleteItem, forEach } from '#features/items/items.client.ts';
import type { Kind } from '#features/items/kind.ts';
import { setActive } from '#features/members/members.client.ts';
import { peopleText } from '#features/registrations/admin/guests-event.ts';
import { listCountsOfEvents } from '#features/registrations/registrations-admin.client.ts';
import type { Api } from '#shared/calls/api-client.ts';
import { countOf, isolated } from '#shared/text.ts';
import { useApi } from '#ui/api.ts';
import { useConfirm } from '#ui/dialogs/confirm.tsx';
import { toast } from '#ui/dialogs/toast.tsx';
import { withErrorToast } from '#ui/dialogs/with-error-toast.ts';
import { Button } from '#ui/forms/button.tsx';
import { useBusy } from '#ui/forms/use-busy.ts';
import type { Selection } from '#ui/lists/selection.tsx';
import { sentencesOfMany } from './deletion-impact.ts';

type Named = { id: number };
/** Of a member. */
const isShown = (item: Named) => 'isActive' in item && item.isActive === true;
type Many<T> = {
  kind: Kind;
  selection: Selection<T>;
  titleOf: (item: T) => string;
  /** Fetches the list again. */
  reload: () => Promise<void>;
  /** Told which items went to the bin. */
  onRemoved: (ids: number[]) => void;
};

/** What can be done with several items at once, and undone. */
export function useBulkActions<T extends Named>({ kind, selection, titleOf, reload, onRemoved }: Many<T>) {
  const api = useApi();
  const { confirm, dialog } = useConfirm();
  const { isBusy, run } = useBusy();
  const { marked } = selection;
  const ids = marked.map(({ id }) => id);

  const attempt = (work: () => Promise<void>) =>
    run(async () => {
      await withErrorToast(work, 'Nothing was changed. Please try again.');
      await reload();
    });

  const offerUndo = (message: string, undo: () => Promise<void>) =>
    toast.success(message, { actions: [{ label: 'Undo', onClick: () => void attempt(undo) }] });

  async function remove() {
    const guests = await guestsSentence(api, kind, ids);
    const detail = `${namesOf(marked.map(titleOf))}.${guests}${sentencesOfMany(marked)}`;
    if (!(await confirm(`Delete ${countOf(ids.length, kind.noun)}?`, 'Delete', { detail }))) return;
    await attempt(async () => {
      const done = await forEach(ids, (id) => deleteItem(api, kind, id));
      onRemoved(done);
      selection.stop();
      offerUndo(`${countOf(done.length, kind.noun)} deleted`, async () => {
        const back = await forEach(done, (id) => restoreFromBin(api, { kind: kind.name, id }));
        toast.success(back.length === 1 ? '1 is back.' : `${back.length} are back.`);
      });
    });
  }

  const activate = (isActive: boolean) =>
    attempt(async () => {
      const chosen = marked.filter((item) => isShown(item) !== isActive).map(({ id }) => id);
      const { done, message } = await show(api, chosen, isActive);
      selection.stop();
      offerUndo(message, async () => void toast.success((await show(api, done, !isActive)).message));
    });

  const isOff = isBusy || ids.length === 0;
  const press = (work: () => unknown) => () => void (isOff || work());
  const buttons: ReactNode = (
    <>
      {kind.name === ('members' satisfies KindName) && (
        <>
          <Button size="small" variant="quiet" aria-disabled={isOff} onClick={press(() => activate(true))}>
            Activate
          </Button>
          <Button size="small" variant="quiet" aria-disabled={isOff} onClick={press(() => activate(false))}>
            Deactivate
          </Button>
        </>
      )}
      <Button size="small" variant="danger" aria-disabled={isOff} onClick={press(remove)}>
        Delete
      </Button>
    </>
  );
  return { buttons, dialog };
}

/** On the site, or no longer. */
async function show(api: Api, chosen: number[], isActive: boolean) {
  const done = await forEach(chosen, (id) => setActive(api, id, isActive));
  const people = done.length === 1 ? '1 member is' : `${done.length} members are`;
  return { done, message: `${people} ${isActive ? 'shown on the site' : 'no longer shown'}` };
}

/** '“Bats”, “Cows” and 3 more' */
function namesOf(titles: string[]): string {
  const shown = titles.slice(0, 3).map((title) => `“${isolated(title)}”`);
  const more = titles.length - shown.length;
  return shown.join(', ') + (more > 0 ? ` and ${more} more` : '');
}

async function guestsSentence(api: Api, kind: Kind, ids: number[]): Promise<string> {
  if (kind.name !== ('events' satisfies KindName)) return '';
  const counts = await listCountsOfEvents(api, ids).catch(() => []);
  const people = counts.reduce((sum, { coming, waiting }) => sum + coming.people + waiting.people, 0);
  if (people === 0) return '';
  return ` ${peopleText(people)} signed up. Of what is still to come they are told by mail that it does not take place.`;
}
