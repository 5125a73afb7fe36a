import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { ArticleAdminCard } from '#features/articles/admin/article-admin-card.tsx';
import type { ArticleCard } from '#features/articles/article.schema.ts';
import { EventAdminCard } from '#features/events/admin/event-admin-card.tsx';
import type { SocietyEvent } from '#features/events/event.schema.ts';
import { MemberAdminCard } from '#features/members/admin/member-admin-card.tsx';
import type { Member } from '#features/members/member.schema.ts';
import { Button, LinkButton } from '#ui/button.tsx';
import { ListView } from '#ui/list-view.tsx';
import { Alert, ListHead, ScreenHead } from '#ui/screen.tsx';
import { EmptyState } from '#ui/states.tsx';
import { type ListState, useList } from '#ui/use-list.ts';
import { AddressNotice } from './address-notice.tsx';
import { countedHeading } from './list-search.tsx';
import { loadArticles, loadEvents, loadFailures, loadMembers } from './loading.ts';
import { Tabs } from './tabs.tsx';
import { useDeleting } from './use-deleting.ts';
import { useSettings } from './use-settings.ts';

const tabs = [
  ['articles', 'Articles'],
  ['committee', 'Committee Members'],
  ['events', 'Events'],
] as const;
type Tab = (typeof tabs)[number][0];

/** The chosen tab is in the address; a tab loads when it is first opened. */
export function Dashboard() {
  const [params, setParams] = useSearchParams();
  const chosen = tabs.find(([name]) => name === params.get('tab'))?.[0] ?? 'articles';
  const [opened, setOpened] = useState<Tab[]>([chosen]);
  if (!opened.includes(chosen)) setOpened([...opened, chosen]);

  const lists = {
    articles: useList(loadArticles, loadFailures.articles, { isNeeded: opened.includes('articles') }),
    committee: useList(loadMembers, loadFailures.members, { isNeeded: opened.includes('committee') }),
    events: useList(loadEvents, loadFailures.events, { isNeeded: opened.includes('events') }),
  };
  const deleting = useDeleting();
  const shown = lists[chosen];

  return (
    <>
      <ScreenHead title="Dashboard" subtitle="Everything on the site, at a glance">
        <LinkButton look="quiet" to="/admin/bin">
          Bin
        </LinkButton>
        <Button look="quiet" aria-disabled={shown.loading} onClick={() => void shown.reload()}>
          {shown.loading ? 'Refreshing...' : 'Refresh Data'}
        </Button>
      </ScreenHead>
      <AddressNotice />
      <Tabs
        label="What to show"
        tabs={tabs}
        chosen={chosen}
        onChoose={(tab) => setParams({ tab }, { replace: true, preventScrollReset: true })}
      >
        <ListHead first>{countedHeading(tabs.find(([name]) => name === chosen)?.[1] ?? '', shown)}</ListHead>
        {deleting.problem && <Alert inSight>{deleting.problem}</Alert>}
        {chosen === 'articles' && <ArticlesTab list={lists.articles} deleting={deleting} />}
        {chosen === 'committee' && <CommitteeTab list={lists.committee} deleting={deleting} />}
        {chosen === 'events' && <EventsTab list={lists.events} deleting={deleting} />}
      </Tabs>
      {deleting.dialog}
    </>
  );
}

type TabProps<T> = { list: ListState<T>; deleting: ReturnType<typeof useDeleting> };

function ArticlesTab({ list, deleting }: TabProps<ArticleCard>) {
  const { timeZone, defaultArticleImage } = useSettings();
  const navigate = useNavigate();
  return (
    <ListView
      list={list}
      empty={
        <EmptyState message="There are no articles yet.">
          <LinkButton to="/admin/articles">Create Your First Article</LinkButton>
        </EmptyState>
      }
      card={(article) => (
        <ArticleAdminCard
          key={article.id}
          article={article}
          timeZone={timeZone}
          fallback={defaultArticleImage}
          onEdit={({ id }) => void navigate(`/admin/articles?edit=${id}`)}
          onDelete={({ id }) =>
            void removeFrom(
              list,
              deleting.remove('article', id, () => void list.reload()),
            )
          }
        />
      )}
    />
  );
}

function CommitteeTab({ list, deleting }: TabProps<Member>) {
  const { defaultAvatarImage } = useSettings();
  const navigate = useNavigate();
  return (
    <ListView
      list={list}
      empty={
        <EmptyState message="No committee members found.">
          <LinkButton to="/admin/committee">Add First Committee Member</LinkButton>
        </EmptyState>
      }
      card={(member) => (
        <MemberAdminCard
          key={member.id}
          member={member}
          fallback={defaultAvatarImage}
          onEdit={({ id }) => void navigate(`/admin/committee?edit=${id}`)}
          onDelete={({ id }) =>
            void removeFrom(
              list,
              deleting.remove('member', id, () => void list.reload()),
            )
          }
        />
      )}
    />
  );
}

function EventsTab({ list, deleting }: TabProps<SocietyEvent>) {
  const { defaultEventImage } = useSettings();
  const navigate = useNavigate();
  return (
    <ListView
      list={list}
      empty={
        <EmptyState message="No events available.">
          <LinkButton to="/admin/events">Add First Event</LinkButton>
        </EmptyState>
      }
      card={(event) => (
        <EventAdminCard
          key={event.id}
          event={event}
          fallback={defaultEventImage}
          onEdit={({ id }) => void navigate(`/admin/events?edit=${id}`)}
          onDelete={({ id }) =>
            void removeFrom(
              list,
              deleting.remove('event', id, () => void list.reload()),
            )
          }
        />
      )}
    />
  );
}

async function removeFrom<T>(list: ListState<T>, removing: Promise<boolean>): Promise<void> {
  if (await removing) await list.reload();
}
