import { useCallback } from 'react';
import { localInstantText } from '#shared/instants.ts';
import { useApi } from '#ui/api.ts';
import { toast } from '#ui/dialogs/toast.tsx';
import { withErrorToast } from '#ui/dialogs/with-error-toast.ts';
import { Button } from '#ui/forms/button.tsx';
import { Badge } from '#ui/page/badge.tsx';
import { Panel } from '#ui/page/screen.tsx';
import { useFetched } from '#ui/use-fetched.ts';
import { deleteComment, listComments } from './comments.client.ts';
import styles from './comments-panel.module.css';
import { useMarkSeen } from './use-mark-seen.ts';

/** Beside an article: what whoever had a preview link has said of it. Those that were in view are not new any more when it is opened again. */
export function CommentsPanel({ articleId }: { articleId: number }) {
  const api = useApi();
  const load = useCallback(() => listComments(api, articleId), [api, articleId]);
  const { data, reload } = useFetched(load, 'Failed to load the comments');
  const list = useMarkSeen(articleId, data);
  if (!data || data.length === 0) return null;

  const remove = (id: number) =>
    withErrorToast(async () => {
      toast.success((await deleteComment(api, articleId, id)).message);
      await reload();
    });

  return (
    <Panel title="Comments on the draft">
      <ul ref={list} className={styles.comments}>
        {data.map(({ id, name, text, at, isNew }) => (
          <li key={id}>
            <p className={styles.who}>
              <bdi>{name}</bdi> {isNew && <Badge>New</Badge>} <span>{localInstantText(at)}</span>
            </p>
            <p className={styles.text} dir="auto">
              {text}
            </p>
            <Button size="small" variant="quiet" onClick={() => void remove(id)}>
              Delete<span className="sr-only"> the comment of {name}</span>
            </Button>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
