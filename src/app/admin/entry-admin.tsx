import '#ui/theme/global-styles.ts';
import './admin.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { ApiContext } from '#ui/api.ts';
import { Toaster } from '#ui/dialogs/toast.tsx';
import { fetchPagesAhead, leaveIfGone } from '../public/loading/lazy-pages.ts';
import { adminRoutes } from './routes.tsx';
import { PasswordPrompt } from './session/password-prompt.tsx';
import { api, checkSession, watchOtherTabs } from './session/session.ts';

const root = document.getElementById('root');
if (!root) throw new Error('The page has no #root');

// Each screen has its own title. Of two titles browsers show the first.
document.querySelector('title')?.remove();
watchOtherTabs();
void checkSession();
leaveIfGone(adminRoutes, () => router.state.navigation.location);
fetchPagesAhead(adminRoutes);
const router = createBrowserRouter(adminRoutes);
createRoot(root).render(
  <StrictMode>
    <ApiContext value={api}>
      <RouterProvider router={router} />
      <PasswordPrompt />
    </ApiContext>
    <Toaster />
  </StrictMode>,
);
