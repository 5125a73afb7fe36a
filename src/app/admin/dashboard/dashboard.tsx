import { Fragment, type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router';
import { isDeliverableAddress } from '#features/accounts/account.ts';
import { ArticleAdminCard } from '#features/articles/admin/article-admin-card.tsx';
import { articleKind } from '#features/articles/article.kind.ts';
import type { ArticleCard } from '#features/articles/article.schema.ts';
import { EventAdminCard } from '#features/events/admin/event-admin-card.tsx';
import { eventKind } from '#features/events/event.kind.ts';
import type { SocietyEvent } from '#features/events/event.schema.ts';
import type { Kind } from '#features/items/kind.ts';
import { MemberAdminCard } from '#features/members/admin/member-admin-card.tsx';
import { memberKind } from '#features/members/member.kind.ts';
import type { Member } from '#features/members/member.schema.ts';
import { isMailServerMissing } from '#features/settings/admin/mail-server.ts';
import { useSettings } from '#features/settings/admin/use-settings.ts';
import { Button, LinkButton } from '#ui/forms/button.tsx';
import { CardList } from '#ui/lists/card-list.tsx';
import type { ListState } from '#ui/lists/use-list.ts';
import { EmptyState } from '#ui/page/empty-and-error-states.tsx';
import { Alert, ListHead, Notice, ScreenHead } from '#ui/page/screen-parts.tsx';
import { Tabs } from '#ui/page/tabs.tsx';
import { useSearchParams } from '#ui/router/use-search-params.ts';
import { Link } from '#ui/router-link.tsx';
import { useReloadOn } from '#ui/use-reload-on.ts';
import { countedHeading } from '../lists/counted-heading.ts';
import { useDeleteItem } from '../manage/use-delete-item.ts';
import { useItemList } from '../manage/use-items.ts';
import { ScheduledLineInList } from '../schedule/scheduled-line.tsx';
import { useSession } from '../session/session.ts';
import { useNewsletterChangeKey } from '../shell/shell-context.ts';
import styles from './dashboard.module.css';
import { FirstSteps } from './first-steps.tsx';
import { GlancePanel, ScheduledSummary, useGlance } from './glance-panel.tsx';

const tabs = [
  ['articles', articleKind.label],
  ['committee', memberKind.label],
  ['events', eventKind.label],
] as const;
type Tab = (typeof tabs)[number][0];

/** The URL holds the tab. A tab loads when it is first opened. */
export function Dashboard() {
  const [params, setParams] = useSearchParams();
  const chosen = tabs.find(([name]) => name === params.get('tab'))?.[0] ?? 'articles';
  const [opened, setOpened] = useState<Tab[]>([chosen]);
  if (!opened.includes(chosen)) setOpened([...opened, chosen]);

  const lists = {
    articles: useItemList<ArticleCard>(articleKind, { isNeeded: opened.includes('articles') }),
    committee: useItemList<Member>(memberKind, { isNeeded: opened.includes('committee') }),
    events: useItemList<SocietyEvent>(eventKind, { isNeeded: opened.includes('events') }),
  };
  const deleting = useDeleteItem();
  const shown = lists[chosen];
  const glance = useGlance();
  const changed = () => void glance.reload();
  const everyone = glance.data?.subscribers.audience ?? null;
  const reloadSchedules = async () => void (await Promise.all([glance.reload(), lists.articles.reload()]));
  useReloadOn(useNewsletterChangeKey(), reloadSchedules);

  async function reloadOpened() {
    changed();
    await Promise.all(opened.map((tab) => lists[tab].reload()));
  }

  async function refresh() {
    changed();
    await shown.reload();
  }

  return (
    <>
      <ScreenHead title="Dashboard">
        <Button variant="quiet" aria-disabled={shown.loading} onClick={() => void refresh()}>
          {shown.loading ? 'Refreshing...' : 'Refresh Data'}
        </Button>
      </ScreenHead>
      <AddressNotice />
      <GlancePanel glance={glance} />
      <FirstSteps glance={glance} onChanged={() => void reloadOpened()} />
      <div className={styles.tabs} data-waits={(!glance.data && glance.error === null) || undefined}>
        <Tabs
          label="What to show"
          tabs={tabs}
          chosen={chosen}
          onChoose={(tab) => setParams({ tab }, { replace: true, preventScrollReset: true })}
        >
          <ListHead first>{countedHeading(tabs.find(([name]) => name === chosen)?.[1] ?? '', shown)}</ListHead>
          {deleting.problem && <Alert inSight>{deleting.problem}</Alert>}
          {chosen === 'articles' && glance.data && (
            <ScheduledSummary scheduled={glance.data.scheduled} everyone={glance.data.subscribers.audience} />
          )}
          <ChosenTab chosen={chosen} lists={lists} deleting={deleting} everyone={everyone} onChanged={changed} />
        </Tabs>
      </div>
      {deleting.dialog}
    </>
  );
}

/** Asks the first administrator for a real email address. Hidden until a mail server is set, which is needed first. */
function AddressNotice() {
  const session = useSession();
  if (isMailServerMissing() || session.status !== 'signed in' || isDeliverableAddress(session.administrator.email))
    return null;
  return (
    <div className={styles.address}>
      <Notice isWarning>
        <p>
          Your account has no real email address yet, so you cannot get a link when you forget your password.{' '}
          <Link to="/admin/account">Enter your email address</Link>
        </p>
      </Notice>
    </div>
  );
}

type ChosenProps = {
  chosen: Tab;
  lists: { articles: ListState<ArticleCard>; committee: ListState<Member>; events: ListState<SocietyEvent> };
  deleting: ReturnType<typeof useDeleteItem>;
  everyone: number | null;
  /** An item was deleted or restored. */
  onChanged: () => void;
};

function ChosenTab({ chosen, lists, deleting, everyone, onChanged }: ChosenProps) {
  const { timeZone, defaultArticleImage, defaultAvatarImage, defaultEventImage } = useSettings();
  const shared = { deleting, onChanged };
  if (chosen === 'articles')
    return (
      <ItemsTab
        key="articles"
        {...shared}
        list={lists.articles}
        kind={articleKind}
        begin="Create Your First Article"
        card={(article, does) => (
          <ArticleAdminCard
            article={article}
            timeZone={timeZone}
            fallback={defaultArticleImage}
            scheduledLine={<ScheduledLineInList article={article} everyone={everyone} />}
            hasSubscribers={(everyone ?? 0) > 0}
            {...does}
          />
        )}
      />
    );
  if (chosen === 'committee')
    return (
      <ItemsTab
        key="committee"
        {...shared}
        list={lists.committee}
        kind={memberKind}
        begin="Add First Committee Member"
        card={(member, does) => <MemberAdminCard member={member} fallback={defaultAvatarImage} {...does} />}
      />
    );
  return (
    <ItemsTab
      key="events"
      {...shared}
      list={lists.events}
      kind={eventKind}
      begin="Add First Event"
      card={(event, does) => <EventAdminCard event={event} fallback={defaultEventImage} {...does} />}
    />
  );
}

type TabProps<T> = {
  list: ListState<T>;
  deleting: ReturnType<typeof useDeleteItem>;
  kind: Kind;
  /** The form of a new item. */
  begin: string;
  onChanged: () => void;
  card: (item: T, does: { onEdit: () => void; onDelete: () => void }) => ReactNode;
};

function ItemsTab<T extends { id: number }>({ list, deleting, kind, begin, onChanged, card }: TabProps<T>) {
  const navigate = useNavigate();

  async function reload() {
    onChanged();
    await list.reload();
  }

  async function remove(id: number) {
    if (await deleting.remove(kind, id, () => void reload())) await reload();
  }

  return (
    <CardList
      list={list}
      empty={
        <EmptyState message={kind.texts.empty}>
          <LinkButton to={kind.adminPath}>{begin}</LinkButton>
        </EmptyState>
      }
      card={(item) => (
        <Fragment key={item.id}>
          {card(item, {
            onEdit: () => void navigate(`${kind.adminPath}?edit=${item.id}`),
            onDelete: () => void remove(item.id),
          })}
        </Fragment>
      )}
    />
  );
}
