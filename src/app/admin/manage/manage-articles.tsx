import { useState } from 'react';
import { ArticleAdminCard } from '#features/articles/admin/article-admin-card.tsx';
import { ArticleForm } from '#features/articles/admin/article-form.tsx';
import { ArticleLivePreview } from '#features/articles/admin/article-live-preview.tsx';
import { type ArticleValues, articleValues, emptyArticle } from '#features/articles/admin/article-values.ts';
import { HiddenNotice } from '#features/articles/admin/hidden-notice.tsx';
import { articleKind } from '#features/articles/article.kind.ts';
import type { Article, ArticleCard } from '#features/articles/article.schema.ts';
import { isMailKept } from '#features/newsletter/admin/outbox-notice.tsx';
import { NewsletterPanel } from '#features/newsletter/issues/admin/newsletter-panel.tsx';
import { RecipientsLine } from '#features/newsletter/issues/admin/recipients-line.tsx';
import { recipientsSentence, subscribers } from '#features/newsletter/issues/admin/recipients-sentence.ts';
import { useRecipientCounts } from '#features/newsletter/issues/admin/use-recipient-counts.ts';
import { getRecipientCounts } from '#features/newsletter/issues/issues.client.ts';
import { newsletterMessages } from '#features/newsletter/newsletter.ts';
import type { Api } from '#shared/api-client.ts';
import { foundText } from '#shared/text.ts';
import { useApi } from '#ui/api.ts';
import { useConfirm } from '#ui/dialogs/confirm.tsx';
import { Button } from '#ui/forms/button.tsx';
import { ListView } from '#ui/lists/list-view.tsx';
import { useSearchParam } from '#ui/lists/use-search-param.ts';
import { Columns, ListHead, Panel, ScreenHead } from '#ui/page/screen.tsx';
import { Spinner } from '#ui/page/spinner.tsx';
import { EmptyState } from '#ui/page/states.tsx';
import { useSettings } from '../use-settings.ts';
import { HistoryButton } from './history-button.tsx';
import { countedHeading, ListSearch, NoMatches } from './list-search.tsx';
import { useArticleList, useItemReader } from './loading.ts';
import styles from './manage-articles.module.css';
import { useDeleting } from './use-deleting.ts';
import { useEdited, useFormFocus } from './use-edited.ts';
import { type SentArticle, useSending } from './use-sending.ts';

export function ManageArticles() {
  const api = useApi();
  const { timeZone, defaultArticleImage } = useSettings();
  const search = useSearchParam();
  const list = useArticleList({ search: search.searched });
  const edited = useEdited(useItemReader<Article>(articleKind));
  const sending = useSending();
  const everybody = useRecipientCounts(null);
  const place = useFormFocus(edited.formKey);
  const deleting = useDeleting();
  const { confirm, dialog } = useConfirm();
  const [today] = useState(() => new Date().toISOString());
  const [typed, setTyped] = useState<{ key: string; values: ArticleValues; file: File | null } | null>(null);

  const article = edited.item;
  const shown =
    typed?.key === edited.formKey ? typed : { values: article ? articleValues(article) : emptyArticle, file: null };
  const justSent = sending.last?.id === article?.id ? null : sending.last;
  const [hidden, setHidden] = useState<Article | null>(null);
  if (hidden && edited.isLoading) setHidden(null);

  async function remove(doomed: ArticleCard) {
    if (!(await deleting.remove(articleKind, doomed.id, () => void list.reload()))) return;
    if (article?.id === doomed.id) edited.clear();
    if (hidden?.id === doomed.id) setHidden(null);
    if (sending.last?.id === doomed.id) sending.follow(null);
    await list.reload();
  }

  async function send(wanted: SentArticle) {
    const isRetry = sending.failedFor === wanted.id;
    if (isRetry || (await confirm(await sendQuestion(api, wanted), 'Send newsletter', { isHarmless: true })))
      await sending.sendAgain(wanted);
  }

  function saved(kept: Article) {
    sending.follow(kept.isPublished ? kept : null);
    if (article?.isPublished && !kept.isPublished) setHidden(kept);
    else if (kept.isPublished) setHidden(null);
    void list.reload();
  }

  function panelOf(wanted: SentArticle | null, title?: string) {
    return (
      <NewsletterPanel
        {...(title && { title })}
        article={wanted}
        problem={wanted && sending.failedFor === wanted.id ? newsletterMessages.sendFailed : null}
        isSending={sending.isSending}
        round={sending.round}
        onSend={() => wanted && void send(wanted)}
      />
    );
  }

  return (
    <>
      <ScreenHead
        title="Manage Articles"
        subtitle={`Write, publish, and send to ${everybody?.audience ? subscribers(everybody.audience) : 'your subscribers'}`}
      >
        <Button variant="quiet" aria-disabled={list.loading} onClick={() => void list.reload()}>
          {list.loading ? 'Refreshing...' : 'Refresh Articles'}
        </Button>
        {article && (
          <HistoryButton
            key={article.id}
            form={`articles-${article.id}`}
            title={article.title}
            onRestored={(restored) => {
              edited.reload(restored);
              void list.reload();
            }}
          />
        )}
        <Button onClick={edited.startNew}>New Article</Button>
      </ScreenHead>
      <Columns
        aside={
          <>
            {panelOf(article)}
            <Panel title="How it will look">
              <ArticleLivePreview
                values={shown.values}
                file={shown.file}
                date={article?.publishedAt ?? today}
                timeZone={timeZone}
                fallback={defaultArticleImage}
              />
            </Panel>
          </>
        }
      >
        <div ref={place} tabIndex={-1}>
          <div aria-live="polite">
            {hidden && (
              <HiddenNotice
                key={hidden.id}
                article={hidden}
                onBack={() => {
                  setHidden(null);
                  place.current?.focus();
                  void list.reload();
                }}
              />
            )}
          </div>
          <Panel>
            {edited.isLoading ? (
              <Spinner />
            ) : (
              <ArticleForm
                key={edited.formKey}
                article={article}
                timeZone={timeZone}
                send={sending.sendPublished}
                onValues={(values, file) => setTyped({ key: edited.formKey, values, file })}
                onSaved={saved}
                onNotSent={sending.notSent}
                onClose={edited.clear}
                onLoadLatest={edited.reload}
                audience={(id) => <RecipientsLine articleId={id} round={sending.round} />}
              />
            )}
          </Panel>
        </div>
      </Columns>
      <ListHead>{countedHeading('Articles', list, search.searched)}</ListHead>
      {justSent && <div className={styles.sent}>{panelOf(justSent, 'Just published')}</div>}
      <ListSearch
        label="Search Articles"
        search={search}
        found={list.total === null || list.loading ? null : foundText(list.total, articleKind.noun, search.searched)}
      />
      <ListView
        list={list}
        empty={
          search.searched ? (
            <NoMatches what="articles" search={search} />
          ) : (
            <EmptyState message="There are no articles yet.">
              <Button onClick={edited.startNew}>Create Your First Article</Button>
            </EmptyState>
          )
        }
        card={(one) => (
          <ArticleAdminCard
            key={one.id}
            article={one}
            timeZone={timeZone}
            fallback={defaultArticleImage}
            onEdit={() => edited.edit(one.id)}
            onDelete={() => void remove(one)}
          />
        )}
      />
      {deleting.dialog}
      {dialog}
    </>
  );
}

async function sendQuestion(api: Api, { id, title }: SentArticle): Promise<string> {
  const question = `Send “${title}” now?`;
  // Sending works without the number too.
  const recipients = await getRecipientCounts(api, id).catch(() => null);
  return recipients ? `${question} ${recipientsSentence(recipients, isMailKept())}` : question;
}
