import { useSyncExternalStore } from 'react';
import { type ActionFunctionArgs, data, type RouteObject, useActionData } from 'react-router';
import { MessagePage } from '#features/settings/pages/message-page.tsx';
import { PageMeta } from '#features/settings/pages/page-meta.tsx';
import { ApiError, errorMessage } from '#shared/calls/api-error.ts';
import { loaderApi } from '#ui/api-context.ts';
import { formText } from '#ui/form-field-text.ts';
import { Button, LinkButton } from '#ui/forms/button.tsx';
import styles from '#ui/page/notice.module.css';
import { Section } from '#ui/page/page-sections.tsx';
import { useSearchParams } from '#ui/router/use-search-params.ts';
import { useLinkToken } from '#ui/use-link-token.ts';
import { doNotWriteTexts } from '../people/do-not-write.ts';

type Answer = { message: string; isDone: boolean };

export const doNotWriteRoute = {
  action: stopByForm,
  element: <DoNotWritePage />,
} satisfies RouteObject;

async function stopByForm({ request, context }: ActionFunctionArgs) {
  const token = formText(await request.formData(), 'token');
  try {
    const { message } = await context
      .get(loaderApi)
      .call<{ message: string }>('POST', '/people/do-not-write', { token });
    return data<Answer>({ message, isDone: true });
  } catch (error) {
    const status = error instanceof ApiError ? error.status : 500;
    return data<Answer>({ message: errorMessage(error, doNotWriteTexts.failed), isDone: false }, { status });
  }
}

const watchNothing = () => () => {};

/** Opening the link changes nothing: mail scanners open links. The form posts itself, with scripts and without. */
function DoNotWritePage() {
  const answer = useActionData<Answer>();
  const [params] = useSearchParams();
  const linkToken = useLinkToken();
  // After a reload only the browser's history has it, and the server rendered the page without.
  const token = useSyncExternalStore(
    watchNothing,
    () => linkToken,
    () => params.get('token') ?? '',
  );
  return (
    <Section>
      <PageMeta title={doNotWriteTexts.title} />
      <MessagePage
        title={answer?.message ?? (token ? doNotWriteTexts.title : doNotWriteTexts.incomplete)}
        icon="mail"
        outcome={answer?.isDone ? 'success' : answer || !token ? 'failure' : undefined}
        role={answer?.isDone ? 'status' : answer || !token ? 'alert' : undefined}
      >
        {!answer && token && (
          <>
            <p className={styles.message}>{doNotWriteTexts.explained}</p>
            <p>{doNotWriteTexts.meaning}</p>
            <p>{doNotWriteTexts.others}</p>
            <form method="post" action="/do-not-write">
              <input type="hidden" name="token" value={token} />
              <Button type="submit">{doNotWriteTexts.action}</Button>
            </form>
          </>
        )}
        {answer?.isDone && <p>{doNotWriteTexts.meaning}</p>}
        <div className={`row ${styles.actions}`}>
          <LinkButton to="/" variant="quiet">
            Return to Homepage
          </LinkButton>
        </div>
      </MessagePage>
    </Section>
  );
}
