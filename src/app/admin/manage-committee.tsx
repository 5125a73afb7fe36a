import { MemberAdminCard } from '#features/members/admin/member-admin-card.tsx';
import { MemberForm } from '#features/members/admin/member-form.tsx';
import type { Member } from '#features/members/member.schema.ts';
import { membersFound } from '#features/members/member.ts';
import { Button } from '#ui/button.tsx';
import { ListView } from '#ui/list-view.tsx';
import { Alert, ListHead, Narrow, Panel, ScreenHead } from '#ui/screen.tsx';
import { Spinner } from '#ui/spinner.tsx';
import { EmptyState } from '#ui/states.tsx';
import { useList } from '#ui/use-list.ts';
import { useSearchParam } from '#ui/use-search-param.ts';
import { HistoryButton } from './history-button.tsx';
import { countedHeading, ListSearch, NoMatches } from './list-search.tsx';
import { loadFailures, loadMembers, readMember } from './loading.ts';
import { useDeleting } from './use-deleting.ts';
import { useEdited, useFormFocus } from './use-edited.ts';
import { useSettings } from './use-settings.ts';

export function ManageCommittee() {
  const { defaultAvatarImage } = useSettings();
  const search = useSearchParam();
  const list = useList(loadMembers, loadFailures.members, { search: search.searched });
  const edited = useEdited(readMember);
  const place = useFormFocus(edited.formKey);
  const deleting = useDeleting();

  async function remove({ id }: Member) {
    if (!(await deleting.remove('member', id, () => void list.reload()))) return;
    if (edited.item?.id === id) edited.clear();
    await list.reload();
  }

  return (
    <>
      <ScreenHead title="Manage Committee Members" subtitle="Who runs the society, as the site shows them">
        <Button look="quiet" aria-disabled={list.loading} onClick={() => void list.reload()}>
          {list.loading ? 'Refreshing...' : 'Refresh Members'}
        </Button>
        {edited.item && (
          <HistoryButton
            key={edited.item.id}
            form={`members-${edited.item.id}`}
            title={edited.item.name}
            onRestored={(restored) => {
              edited.reread(restored);
              void list.reload();
            }}
          />
        )}
        {edited.item && <Button onClick={edited.startNew}>New Member</Button>}
      </ScreenHead>
      <Narrow>
        <div ref={place} tabIndex={-1}>
          <Panel title={edited.item ? 'Edit member' : 'New member'}>
            {edited.isComing ? (
              <Spinner />
            ) : (
              <MemberForm
                key={edited.formKey}
                member={edited.item}
                onSaved={() => void list.reload()}
                onClose={edited.clear}
                onLoadLatest={edited.reread}
              />
            )}
          </Panel>
        </div>
      </Narrow>
      <ListHead>{countedHeading('Committee Members', list, search.searched)}</ListHead>
      <ListSearch
        label="Search Members"
        search={search}
        found={list.total === null || list.loading ? null : membersFound(list.total, search.searched)}
      />
      {deleting.problem && <Alert inSight>{deleting.problem}</Alert>}
      <ListView
        list={list}
        empty={
          search.searched ? (
            <NoMatches what="members" search={search} />
          ) : (
            <EmptyState message="No committee members found." />
          )
        }
        card={(member) => (
          <MemberAdminCard
            key={member.id}
            member={member}
            fallback={defaultAvatarImage}
            onEdit={({ id }) => edited.edit(id)}
            onDelete={(doomed) => void remove(doomed)}
          />
        )}
      />
      {deleting.dialog}
    </>
  );
}
