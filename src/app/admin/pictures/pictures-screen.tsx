import { useCallback, useState } from 'react';
import { useSearchParams } from 'react-router';
import { kinds } from '#app/kinds.ts';
import { listPictures } from '#features/uploads/library/library.client.ts';
import { libraryMessages, pictureTitle } from '#features/uploads/library/library.ts';
import type { LibraryPicture } from '#features/uploads/library/library-picture.schema.ts';
import { PictureCard } from '#features/uploads/library/picture-card.tsx';
import type { ListOptions } from '#shared/api-client.ts';
import { foundText } from '#shared/text.ts';
import { useApi } from '#ui/api.ts';
import { Button } from '#ui/forms/button.tsx';
import { ListTools } from '#ui/lists/list-tools.tsx';
import { ListView } from '#ui/lists/list-view.tsx';
import { useList } from '#ui/lists/use-list.ts';
import { useSearchParam } from '#ui/lists/use-search-param.ts';
import { ListHead, ScreenHead } from '#ui/page/screen.tsx';
import { EmptyState } from '#ui/page/states.tsx';
import { countedHeading } from '../lists/item-list.tsx';
import { StateChoice } from '../lists/list-filters.tsx';
import { DescribeDialog, ReplaceDialog } from './picture-dialogs.tsx';

const states = [
  ['', 'All'],
  ['unused', 'Not used anywhere'],
] as const;

/** Every stored picture once, with where it is used. */
export function PicturesScreen() {
  const search = useSearchParam();
  const { state, choose } = useStateInAddress();
  const list = usePictures(search.searched, state);
  const [open, setOpen] = useState<{ picture: LibraryPicture; is: 'described' | 'replaced' } | null>(null);
  const Dialog = open?.is === 'replaced' ? ReplaceDialog : DescribeDialog;
  const isNarrowed = search.searched !== '' || state !== '';

  function done() {
    setOpen(null);
    void list.reload();
  }

  return (
    <>
      <ScreenHead title="Pictures" subtitle="Every picture on the site, and where it is used">
        <Button variant="quiet" aria-disabled={list.loading} onClick={() => void list.reload()}>
          {list.loading ? 'Refreshing...' : 'Refresh Pictures'}
        </Button>
      </ScreenHead>
      <ListHead first>{countedHeading('All pictures', list, isNarrowed)}</ListHead>
      <ListTools
        label="Search Pictures"
        text={search.text}
        onType={search.setText}
        count={isNarrowed && list.total !== null ? foundText(list.total, 'picture', search.searched) : ''}
      >
        <StateChoice states={states} value={state} onChoose={choose} />
      </ListTools>
      <ListView
        list={list}
        empty={<NoPictures isNarrowed={isNarrowed} />}
        card={(picture) => (
          <PictureCard key={picture.id} picture={picture} adminPathOf={adminPathOf}>
            <Button
              size="small"
              variant="quiet"
              aria-label={`Describe ${pictureTitle(picture)}`}
              onClick={() => setOpen({ picture, is: 'described' })}
            >
              Describe
            </Button>
            {picture.uses.length > 0 && (
              <Button
                size="small"
                variant="quiet"
                aria-label={`Replace ${pictureTitle(picture)}`}
                onClick={() => setOpen({ picture, is: 'replaced' })}
              >
                Replace
              </Button>
            )}
          </PictureCard>
        )}
      />
      {open && <Dialog picture={open.picture} onDone={done} onClose={() => setOpen(null)} />}
    </>
  );
}

function usePictures(search: string, state: string) {
  const api = useApi();
  const load = useCallback((options: ListOptions) => listPictures(api, { ...options, state }), [api, state]);
  return useList(load, libraryMessages.listFailed, { search });
}

/** So that a reload and Back show the same. */
function useStateInAddress() {
  const [params, setParams] = useSearchParams();
  const state = params.get('state') === 'unused' ? 'unused' : '';
  const choose = (value: string) =>
    setParams(
      (now) => {
        const next = new URLSearchParams(now);
        if (value) next.set('state', value);
        else next.delete('state');
        return next;
      },
      { preventScrollReset: true },
    );
  return { state, choose };
}

function NoPictures({ isNarrowed }: { isNarrowed: boolean }) {
  if (isNarrowed) return <EmptyState title="No matching pictures" message="Try another word, or show all." />;
  return <EmptyState title="No pictures yet" message="What you put into articles, events and profiles stands here." />;
}

function adminPathOf(kind: string): string {
  return kinds.find(({ name }) => name === kind)?.adminPath ?? '/admin/dashboard';
}
