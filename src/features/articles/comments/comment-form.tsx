import { useState, useSyncExternalStore } from 'react';
import type { Api } from '#shared/api-client.ts';
import { ApiError } from '#shared/api-error.ts';
import { useApi } from '#ui/api.ts';
import { Button } from '#ui/forms/button.tsx';
import { CheckedForm } from '#ui/forms/checked-form.tsx';
import { TextArea, TextField } from '#ui/forms/field.tsx';
import { useBusy } from '#ui/forms/use-busy.ts';
import { errorMessage } from '#ui/loaded.ts';
import { commentLimits, commentMessages } from './comment.ts';
import styles from './comment-form.module.css';
import { sendComment } from './comments.client.ts';

type Props = { articleId: number };

/** Below a draft, for whoever has its link. */
export function CommentForm({ articleId }: Props) {
  const api = useApi();
  const form = useComment(api, articleId);
  const { name, text, isAsked } = form;
  const problems = {
    name: name.trim() ? null : commentMessages.noName,
    text: text.trim() ? null : commentMessages.noText,
  };
  const isWrong = problems.name !== null || problems.text !== null;
  // Pressed before the scripts are there, it would lead to the page without its token.
  const isInBrowser = useSyncExternalStore(
    nothingChanges,
    () => true,
    () => false,
  );
  if (!isInBrowser) return null;
  return (
    <section className={styles.comment} aria-labelledby="comment-title">
      <h2 id="comment-title">A comment for the editors</h2>
      <p className={styles.hint}>Only the editors can read it, beside this draft.</p>
      <CheckedForm
        label="A comment for the editors"
        isBusy={form.isBusy}
        isWrong={isWrong}
        onSubmit={() => {
          form.ask();
          if (!isWrong) void form.send();
        }}
      >
        <div className={styles.fields}>
          <TextField
            label="Your name"
            required
            autoComplete="name"
            limit={commentLimits.name}
            error={isAsked ? problems.name : null}
            value={name}
            onChange={form.setName}
          />
          <TextArea
            label="Comment"
            required
            counted
            rows={5}
            limit={commentLimits.text}
            error={isAsked ? problems.text : null}
            value={text}
            onChange={form.setText}
          />
          <Button type="submit" aria-disabled={form.isBusy}>
            {form.isBusy ? 'Sending...' : 'Send comment'}
          </Button>
        </div>
      </CheckedForm>
      <p role="status">{form.said}</p>
      {form.failure && <p role="alert">{form.failure}</p>}
    </section>
  );
}

function nothingChanges(): () => void {
  return () => {};
}

function useComment(api: Api, articleId: number) {
  const [name, setName] = useState('');
  const [text, setText] = useState('');
  const [isAsked, setIsAsked] = useState(false);
  const [said, setSaid] = useState('');
  const [failure, setFailure] = useState<string | null>(null);
  const { isBusy, run } = useBusy();

  const send = () =>
    run(async () => {
      setFailure(null);
      setSaid('');
      const token = new URLSearchParams(location.search).get('token') ?? '';
      try {
        setSaid((await sendComment(api, articleId, token, { name, text })).message);
        setText('');
        setIsAsked(false);
      } catch (error) {
        setFailure(error instanceof ApiError ? error.message : errorMessage(error, commentMessages.failed));
      }
    });

  return { name, setName, text, setText, isAsked, ask: () => setIsAsked(true), said, failure, isBusy, send };
}
