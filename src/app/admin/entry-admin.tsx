import '#ui/theme/global-styles.ts';
import './admin.css';
import { StrictMode, useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router/dom';
import type { PasswordDialog } from '#features/accounts/login/password-dialog.tsx';
import { ApiContext } from '#ui/api-context.ts';
import { Toaster } from '#ui/dialogs/toast.tsx';
import { loadPageCode, prefetchPagesOnHover, reloadWhenCodeIsGone } from '#ui/lazy-pages.ts';
import { createBrowserRouter } from '#ui/router/browser-router.ts';
import { ignoreStrayClicks } from '#ui/stray-clicks.ts';
import { adminRoutes } from './routes.tsx';
import { answerPassword, useIsPasswordAsked } from './session/ask-for-password.ts';
import { api, checkSession, followOtherTabs, useSession } from './session/session.ts';

ignoreStrayClicks();
followOtherTabs();
void checkSession();
reloadWhenCodeIsGone(adminRoutes, () => router?.state.navigation.location);
prefetchPagesOnHover(adminRoutes);
let router: ReturnType<typeof createBrowserRouter> | undefined;
// The form takes over what was typed before the scripts loaded.
if (document.getElementById('early-sign-in')) void loadPageCode(adminRoutes, '/admin/login').then(start, start);
else start();

function start(): void {
  const root = document.getElementById('root');
  if (!root) throw new Error('The page has no #root');
  // Each screen has its own title. Of two titles browsers show the first.
  document.querySelector('title')?.remove();
  router = createBrowserRouter(adminRoutes);
  createRoot(root).render(
    <StrictMode>
      <ApiContext value={api}>
        <RouterProvider router={router} />
        <PasswordPrompt />
      </ApiContext>
      <Toaster />
    </StrictMode>,
  );
}

/** Above every screen, so that the screen below keeps its state. */
function PasswordPrompt() {
  const session = useSession();
  const isAsked = useIsPasswordAsked();
  const isSignedIn = session.status === 'signed in';
  const [loaded, setLoaded] = useState<{ Dialog: typeof PasswordDialog } | null>(null);
  useEffect(() => {
    if (!isAsked) return;
    if (!isSignedIn) return answerPassword(false);
    const loading = import('#features/accounts/login/password-dialog.tsx');
    loading.then(
      ({ PasswordDialog: Dialog }) => setLoaded({ Dialog }),
      () => answerPassword(false),
    );
  }, [isAsked, isSignedIn]);
  if (!isAsked || !isSignedIn || !loaded) return null;
  return <loaded.Dialog username={session.administrator.username} answer={answerPassword} />;
}
