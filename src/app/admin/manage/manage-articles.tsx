import { useState } from 'react';
import { ArticleAdminCard } from '#features/articles/admin/article-admin-card.tsx';
import { ArticleForm } from '#features/articles/admin/article-form.tsx';
import { type ArticleValues, articleValues, emptyArticle } from '#features/articles/admin/article-values.ts';
import { HiddenNotice } from '#features/articles/admin/hidden-notice.tsx';
import { ArticleLivePreview } from '#features/articles/admin/preview/article-live-preview.tsx';
import { articleKind } from '#features/articles/article.kind.ts';
import type { Article, ArticleCard } from '#features/articles/article.schema.ts';
import { RecipientsLine } from '#features/newsletter/issues/admin/recipients-line.tsx';
import { subscribers } from '#features/newsletter/issues/admin/recipients-sentence.ts';
import { useRecipientCounts } from '#features/newsletter/issues/admin/use-recipient-counts.ts';
import { Button } from '#ui/forms/button.tsx';
import { useSearchParam } from '#ui/lists/use-search-param.ts';
import { Columns, Panel } from '#ui/page/screen.tsx';
import { Spinner } from '#ui/page/spinner.tsx';
import { EmptyState } from '#ui/page/states.tsx';
import { useSettings } from '../use-settings.ts';
import { ItemList } from './item-list.tsx';
import { useArticleList, useItemReader } from './loading.ts';
import styles from './manage-articles.module.css';
import { ManageHead } from './manage-head.tsx';
import { SendingPanel } from './sending-panel.tsx';
import { useDeleting } from './use-deleting.ts';
import { useEdited, useFormFocus } from './use-edited.ts';
import { useSending } from './use-sending.ts';

export function ManageArticles() {
  const { timeZone, defaultArticleImage } = useSettings();
  const search = useSearchParam();
  const list = useArticleList({ search: search.searched });
  const edited = useEdited(useItemReader<Article>(articleKind));
  const sending = useSending();
  const everybody = useRecipientCounts(null);
  const place = useFormFocus(edited.formKey);
  const deleting = useDeleting();
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

  function saved(kept: Article) {
    sending.follow(kept.isPublished ? kept : null);
    if (article?.isPublished && !kept.isPublished) setHidden(kept);
    else if (kept.isPublished) setHidden(null);
    void list.reload();
  }

  return (
    <>
      <ManageHead
        kind={articleKind}
        title="Manage Articles"
        subtitle={`Write, publish, and send to ${everybody?.audience ? subscribers(everybody.audience) : 'your subscribers'}`}
        list={list}
        item={article}
        onRestored={edited.reload}
      >
        <Button onClick={edited.startNew}>New Article</Button>
      </ManageHead>
      <Columns
        aside={
          <>
            <SendingPanel sending={sending} article={article} />
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
      <ItemList
        kind={articleKind}
        heading="Articles"
        list={list}
        search={search}
        problem={deleting.problem}
        empty={
          <EmptyState message="There are no articles yet.">
            <Button onClick={edited.startNew}>Create Your First Article</Button>
          </EmptyState>
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
      >
        {justSent && (
          <div className={styles.sent}>
            <SendingPanel sending={sending} article={justSent} title="Just published" />
          </div>
        )}
      </ItemList>
      {deleting.dialog}
    </>
  );
}
