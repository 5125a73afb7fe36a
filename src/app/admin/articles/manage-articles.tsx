import { useState } from 'react';
import { ArticleAdminCard } from '#features/articles/admin/article-admin-card.tsx';
import { articleKind } from '#features/articles/article.kind.ts';
import type { Article, ArticleCard } from '#features/articles/article.schema.ts';
import { PublishAgainNotice } from '#features/articles/unpublished/publish-again-notice.tsx';
import { useDraftsContext } from '#features/drafts/drafts-context.ts';
import { useRecipientCounts } from '#features/newsletter/issues/admin/use-recipient-counts.ts';
import { useSettings } from '#features/settings/admin/use-settings.ts';
import { Button } from '#ui/forms/button.tsx';
import { useSearchParam } from '#ui/lists/use-search-param.ts';
import { useStateParam } from '#ui/lists/use-state-param.ts';
import { EmptyState } from '#ui/page/empty-and-error-states.tsx';
import { useReloadOn } from '#ui/use-reload-on.ts';
import { BegunCards } from '../lists/begun-cards.tsx';
import { ItemList } from '../lists/item-list.tsx';
import { ComingForm } from '../manage/coming-form.tsx';
import { ManageHead } from '../manage/manage-head.tsx';
import { type JustSaved, SavedNotice } from '../manage/saved-notice.tsx';
import { useDeleteItem } from '../manage/use-delete-item.ts';
import { useEditedItem } from '../manage/use-edited-item.ts';
import { useFormFocus } from '../manage/use-form-focus.ts';
import { useItemList, useReadItem } from '../manage/use-items.ts';
import { ScheduledLineInList } from '../schedule/scheduled-line.tsx';
import { useNewsletterChangeKey, useRefreshNotices } from '../shell/shell-context.ts';
import { ArticleForm } from './article-form.tsx';
import styles from './manage-articles.module.css';
import { JustPublishedPanel } from './send-newsletter-panel.tsx';
import { useNewsletterSending } from './use-newsletter-sending.ts';

export function ManageArticles() {
  const { timeZone, defaultArticleImage } = useSettings();
  const search = useSearchParam();
  const choice = useStateParam(Object.keys(articleKind.states));
  const list = useItemList<ArticleCard>(articleKind, { search: search.searched, state: choice.state });
  const editing = useArticleEditing(reload);
  const { edited, justSent } = editing;
  const deleting = useDeleteItem();
  const refreshNotices = useRefreshNotices();
  const { sender } = useDraftsContext();
  const isUnsent = list.items.some(({ schedule, isSent }) => schedule || isSent === false);
  const everyone = useRecipientCounts(isUnsent ? null : undefined, editing.sending.round);
  useReloadOn(useNewsletterChangeKey(), list.reload);

  /** Once the draft that was saved has ended: otherwise the list says that its changes are not live. */
  function reload() {
    void sender.sendNow().then(list.reload);
    refreshNotices();
  }

  async function remove({ id }: ArticleCard) {
    if (!(await deleting.remove(articleKind, id, reload))) return;
    editing.forget(id);
    reload();
  }

  return (
    <>
      <ManageHead kind={articleKind} list={list} edited={edited} />
      <Editor {...editing} />
      <ItemList
        kind={articleKind}
        list={list}
        search={search}
        choice={choice}
        problem={deleting.problem}
        empty={
          <EmptyState message={articleKind.texts.empty}>
            <Button onClick={edited.startNew}>Create Your First Article</Button>
          </EmptyState>
        }
        card={(one) => (
          <ArticleAdminCard
            article={one}
            timeZone={timeZone}
            fallback={defaultArticleImage}
            scheduledLine={<ScheduledLineInList article={one} everyone={everyone?.toSend ?? null} />}
            hasSubscribers={(everyone?.audience ?? 0) > 0}
            onEdit={() => edited.edit(one.id)}
            onDelete={() => void remove(one)}
          />
        )}
      >
        {justSent && (
          <div className={styles.sent}>
            <JustPublishedPanel sending={editing.sending} article={justSent} />
          </div>
        )}
        <BegunCards kind={articleKind.name} openKey={edited.newKey} onContinue={edited.continueNew} />
      </ItemList>
      {deleting.dialog}
    </>
  );
}

/** The article in the form, and the sending of its newsletter. `reload` fetches the list again. */
function useArticleEditing(reload: () => void) {
  const { newsletterHoldSeconds } = useSettings();
  const edited = useEditedItem(articleKind, useReadItem<Article>(articleKind));
  const sending = useNewsletterSending(newsletterHoldSeconds, reload);
  const place = useFormFocus(edited.formKey);
  /** The article that the last save took off the site, until another one is opened. */
  const [hidden, setHidden] = useState<Article | null>(null);
  if (hidden && edited.isLoading) setHidden(null);
  const [saved, setSaved] = useState<JustSaved | null>(null);
  if (saved && (edited.item || edited.isLoading)) setSaved(null);
  const article = edited.item;
  const justSent = sending.last?.id === article?.id ? null : sending.last;

  function forget(id: number) {
    if (article?.id === id) edited.clear();
    if (hidden?.id === id) setHidden(null);
    if (saved?.id === id) setSaved(null);
    if (sending.last?.id === id) sending.follow(null);
  }

  function onSaved(kept: Article) {
    sending.follow(kept.isPublished ? kept : null);
    setSaved({ id: kept.id, title: kept.title, path: kept.isPublished ? `/articles/${kept.id}` : null });
    if (article?.isPublished && !kept.isPublished) setHidden(kept);
    else if (kept.isPublished) setHidden(null);
    reload();
  }

  function onBack() {
    setHidden(null);
    place.current?.focus();
    reload();
  }

  return { edited, sending, justSent, place, hidden, saved, forget, onSaved, onBack };
}

function Editor({ place, edited, sending, hidden, saved, onSaved, onBack }: ReturnType<typeof useArticleEditing>) {
  return (
    <div ref={place} tabIndex={-1}>
      <div aria-live="polite">{hidden && <PublishAgainNotice key={hidden.id} article={hidden} onBack={onBack} />}</div>
      {saved && !hidden && <SavedNotice saved={saved} />}
      {edited.isLoading ? (
        <ComingForm readAgain={edited.readAgain} />
      ) : (
        <div key={edited.formKey} data-folded={edited.isFolded || undefined}>
          <ArticleForm edited={edited} sending={sending} onSaved={onSaved} />
        </div>
      )}
    </div>
  );
}
