import type { RouteObject } from 'react-router';
import { BinScreen } from '#features/bin/admin/bin-screen.tsx';
import { SiteHealthScreen } from '#features/health/admin/site-health-screen.tsx';
import { Redirect } from '#ui/page/redirect.tsx';
import { kinds } from '../kinds.ts';
import { Account, Administrators, Backups } from './accounts.tsx';
import { CloseYearScreen } from './close-year/close-year-screen.tsx';
import { ActivityScreen } from './dashboard/activity.tsx';
import { Dashboard } from './dashboard/dashboard.tsx';
import { DataScreen } from './data-screen.tsx';
import { demoNotice } from './first-hour/demo-notice.tsx';
import { CheckIn, GuestMessage, GuestPrint, Guests } from './guests.tsx';
import { restoringDetail } from './manage/guests-of-events.ts';
import { manageScreens } from './manage/manage-screens.tsx';
import { KeptMail, Newsletter, Newsletters, Outbox, Subscriber, Subscribers } from './newsletter.tsx';
import { Guard } from './session/guard.tsx';
import { InvitationScreen } from './session/invitation-screen.tsx';
import { LoginScreen } from './session/login-screen.tsx';
import { NotMeScreen } from './session/not-me-screen.tsx';
import { PasswordResetScreen } from './session/password-reset-screen.tsx';
import { SettingsScreen } from './settings-screen.tsx';
import { NotFoundScreen, UnexpectedError } from './shell/error-screens.tsx';

/** The administrator's URLs. All but those for signing in and invitations need a session (`Guard`). */
export const adminRoutes: RouteObject[] = [
  {
    path: '/admin',
    errorElement: <UnexpectedError />,
    children: [
      { path: 'login', element: <LoginScreen /> },
      { path: 'invitation', element: <InvitationScreen /> },
      { path: 'forgotten', element: <PasswordResetScreen /> },
      { path: 'objection', element: <NotMeScreen /> },
      {
        element: <Guard />,
        children: [
          { index: true, element: <Redirect to="/admin/dashboard" /> },
          { path: 'dashboard', element: <Dashboard /> },
          ...kinds.map(({ name, adminPath }) => ({ path: adminPath, element: manageScreens[name] })),
          { path: 'committee/close', element: <CloseYearScreen /> },
          { path: 'events/:id/guests', element: <Guests /> },
          { path: 'events/:id/guests/check-in', element: <CheckIn /> },
          { path: 'events/:id/guests/message', element: <GuestMessage /> },
          { path: 'events/:id/guests/print', element: <GuestPrint /> },
          { path: 'newsletter', element: <Newsletters /> },
          { path: 'newsletter/:id', element: <Newsletter /> },
          { path: 'subscribers', element: <Subscribers /> },
          { path: 'subscribers/:id', element: <Subscriber /> },
          { path: 'outbox', element: <Outbox /> },
          { path: 'outbox/:name', element: <KeptMail /> },
          { path: 'administrators', element: <Administrators /> },
          { path: 'backups', element: <Backups /> },
          { path: 'activity', element: <ActivityScreen /> },
          { path: 'account', element: <Account /> },
          { path: 'bin', element: <BinScreen kinds={kinds} restoringDetail={restoringDetail} notice={demoNotice} /> },
          { path: 'data', element: <DataScreen /> },
          { path: 'settings', element: <SettingsScreen /> },
          { path: 'doctor', element: <SiteHealthScreen /> },
          { path: '*', element: <NotFoundScreen /> },
        ],
      },
    ],
  },
];
