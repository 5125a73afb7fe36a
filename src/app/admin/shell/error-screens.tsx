import { LinkButton } from '#ui/forms/button.tsx';
import { ErrorState } from '#ui/page/empty-and-error-states.tsx';
import { ScreenHead } from '#ui/page/screen-parts.tsx';

export function NotFoundScreen() {
  return (
    <>
      <ScreenHead title="Page not found" about="This page does not exist in the admin area." />
      <LinkButton to="/admin/dashboard">Dashboard</LinkButton>
    </>
  );
}

export function UnexpectedError() {
  return (
    <main className="checking">
      <title>Unexpected Application Error!</title>
      <ErrorState
        title="Unexpected Application Error!"
        message="Your text is saved in this browser."
        headingLevel={2}
        onRetry={() => window.location.reload()}
        retryLabel="Reload"
      />
    </main>
  );
}
