import { useCallback } from 'react';
import { localInstantText } from '#shared/instants.ts';
import { isolated } from '#shared/text.ts';
import { useApi } from '#ui/api.ts';
import { useConfirm } from '#ui/dialogs/confirm.tsx';
import { toast } from '#ui/dialogs/toast.tsx';
import { withErrorToast } from '#ui/dialogs/with-error-toast.ts';
import { Button } from '#ui/forms/button.tsx';
import { Badge } from '#ui/page/badge.tsx';
import { focusHeading, passFocusOn } from '#ui/page/focus.ts';
import { Panel } from '#ui/page/screen.tsx';
import { useFetched } from '#ui/use-fetched.ts';
import type { Comment } from './comment.schema.ts';
import { deleteComment, listComments } from './comments.client.ts';
import styles from './comments-panel.module.css';
import { useMarkSeen } from './use-mark-seen.ts';

/** Beside an article: what whoever had a preview link has said of it. Those that were in view are not new any more when it is opened again. */
export function CommentsPanel({ articleId }: { articleId: number }) {
  const api = useApi();
  const load = useCallback(() => listComments(api, articleId), [api, articleId]);
  const { data, reload } = useFetched(load, 'Failed to load the comments');
  const list = useMarkSeen(articleId, data);
  const { confirm, dialog } = useConfirm();
  if (!data || data.length === 0) return null;

  async function remove({ id, name }: Comment) {
    if (!(await confirm(`Delete the comment of ${isolated(name)}?`, 'Delete', { detail: 'It is gone for good.' })))
      return;
    await withErrorToast(async () => {
      toast.success((await deleteComment(api, articleId, id)).message);
      focusHeading(list.current ?? undefined);
      await reload();
    });
  }

  return (
    <div ref={passFocusOn}>
      <Panel title="Comments on the draft">
        <ul ref={list} className={styles.comments}>
          {data.map((comment) => (
            <li key={comment.id}>
              <p className={styles.who}>
                <bdi>{comment.name}</bdi> {comment.isNew && <Badge>New</Badge>}{' '}
                <span>{localInstantText(comment.at)}</span>
              </p>
              <p className={styles.text} dir="auto">
                {comment.text}
              </p>
              <Button size="small" variant="quiet" onClick={() => void remove(comment)}>
                Delete<span className="sr-only"> the comment of {comment.name}</span>
              </Button>
            </li>
          ))}
        </ul>
        {dialog}
      </Panel>
    </div>
  );
}
