import '#ui/theme/global-styles.ts';
import './admin.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { ApiContext } from '#ui/api-context.ts';
import { Toaster } from '#ui/dialogs/toast.tsx';
import { loadPageCode, prefetchPagesOnHover, reloadWhenCodeIsGone } from '#ui/lazy-pages.ts';
import { ignoreStrayClicks } from '#ui/stray-clicks.ts';
import { adminRoutes } from './routes.tsx';
import { PasswordPrompt } from './session/password-prompt.tsx';
import { api, checkSession, followOtherTabs } from './session/session.ts';

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
