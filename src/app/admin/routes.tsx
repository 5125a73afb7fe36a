import type { RouteObject } from 'react-router';
import { BinScreen } from '#features/bin/admin/bin-screen.tsx';
import { Redirect } from '#ui/redirect.tsx';
import { kinds } from '../kinds.ts';
import { Account, Administrators } from './accounts.tsx';
import { ActivityScreen } from './activity.tsx';
import { Dashboard } from './dashboard.tsx';
import { NotFoundScreen, UnexpectedError } from './error-screens.tsx';
import { ForgottenScreen } from './forgotten-screen.tsx';
import { Guard } from './guard.tsx';
import { InvitationScreen } from './invitation-screen.tsx';
import { LoginScreen } from './login-screen.tsx';
import { ManageArticles } from './manage-articles.tsx';
import { ManageCommittee } from './manage-committee.tsx';
import { ManageEvents } from './manage-events.tsx';
import { KeptMail, Newsletter, Newsletters, Outbox, Subscriber, Subscribers } from './newsletter.tsx';
import { ObjectionScreen } from './objection-screen.tsx';
import { SettingsScreen } from './settings-screen.tsx';

/** The administrator's URLs. Everything but signing in and joining stands behind the guard. */
export const adminRoutes: RouteObject[] = [
  {
    path: '/admin',
    errorElement: <UnexpectedError />,
    children: [
      { path: 'login', element: <LoginScreen /> },
      { path: 'invitation', element: <InvitationScreen /> },
      { path: 'forgotten', element: <ForgottenScreen /> },
      { path: 'objection', element: <ObjectionScreen /> },
      {
        element: <Guard />,
        children: [
          { index: true, element: <Redirect to="/admin/dashboard" /> },
          { path: 'dashboard', element: <Dashboard /> },
          { path: 'articles', element: <ManageArticles /> },
          { path: 'committee', element: <ManageCommittee /> },
          { path: 'events', element: <ManageEvents /> },
          { path: 'newsletter', element: <Newsletters /> },
          { path: 'newsletter/:id', element: <Newsletter /> },
          { path: 'subscribers', element: <Subscribers /> },
          { path: 'subscribers/:id', element: <Subscriber /> },
          { path: 'outbox', element: <Outbox /> },
          { path: 'outbox/:name', element: <KeptMail /> },
          { path: 'administrators', element: <Administrators /> },
          { path: 'activity', element: <ActivityScreen /> },
          { path: 'account', element: <Account /> },
          { path: 'bin', element: <BinScreen kinds={kinds} /> },
          { path: 'settings', element: <SettingsScreen /> },
          { path: '*', element: <NotFoundScreen /> },
        ],
      },
    ],
  },
];
