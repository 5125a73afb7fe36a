import type { RouteObject } from 'react-router';
import { BinScreen } from '#features/bin/admin/bin-screen.tsx';
import { Redirect } from '#ui/redirect.tsx';
import { Dashboard } from './dashboard.tsx';
import { NotFoundScreen, UnexpectedError } from './error-screens.tsx';
import { Guard } from './guard.tsx';
import { LoginScreen } from './login-screen.tsx';
import { ManageArticles } from './manage-articles.tsx';
import { ManageCommittee } from './manage-committee.tsx';
import { ManageEvents } from './manage-events.tsx';
import { api } from './session.ts';

/** The administrator's URLs. Everything but the sign-in stands behind the guard. */
export const adminRoutes: RouteObject[] = [
  {
    path: '/admin',
    errorElement: <UnexpectedError />,
    children: [
      { path: 'login', element: <LoginScreen /> },
      {
        element: <Guard />,
        children: [
          { index: true, element: <Redirect to="/admin/dashboard" /> },
          { path: 'dashboard', element: <Dashboard /> },
          { path: 'articles', element: <ManageArticles /> },
          { path: 'committee', element: <ManageCommittee /> },
          { path: 'events', element: <ManageEvents /> },
          { path: 'bin', element: <BinScreen api={api} /> },
          { path: '*', element: <NotFoundScreen /> },
        ],
      },
    ],
  },
];
