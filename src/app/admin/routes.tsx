import type { ComponentType } from 'react';
import type { RouteObject } from 'react-router';
import { Redirect } from '#ui/redirect.tsx';
import { kinds } from '../kinds.ts';
import { Dashboard } from './dashboard/dashboard.tsx';
import { CheckingSession, Guard } from './session/guard.tsx';
import { NotFoundScreen, UnexpectedError } from './shell/error-screens.tsx';

const accounts = () => import('./account-screens.tsx');
const guests = () => import('./guest-screens.tsx');
const newsletter = () => import('./newsletter-screens.tsx');

/** The administrator's URLs. All but those for signing in and invitations need a session (`Guard`). */
export const adminRoutes: RouteObject[] = [
  {
    path: '/admin',
    errorElement: <UnexpectedError />,
    HydrateFallback: CheckingSession,
    children: [
      screen('login', async () => (await import('./session/login-screen.tsx')).LoginScreen),
      screen('invitation', async () => (await import('./session/invitation-screen.tsx')).InvitationScreen),
      screen('forgotten', async () => (await import('./session/password-reset-screen.tsx')).PasswordResetScreen),
      screen('objection', async () => (await import('./session/not-me-screen.tsx')).NotMeScreen),
      {
        element: <Guard />,
        children: [
          { index: true, element: <Redirect to="/admin/dashboard" /> },
          { path: 'dashboard', element: <Dashboard /> },
          ...kinds.map(({ name, adminPath }) =>
            screen(adminPath, async () => (await import('./manage/manage-screens.tsx')).manageScreens[name]),
          ),
          screen('committee/close', async () => (await import('./close-year/close-year-screen.tsx')).CloseYearScreen),
          screen('events/:id/guests', async () => (await guests()).Guests),
          screen('events/:id/guests/check-in', async () => (await guests()).CheckIn),
          screen('events/:id/guests/message', async () => (await guests()).GuestMessage),
          screen('events/:id/guests/print', async () => (await guests()).GuestPrint),
          screen('newsletter', async () => (await newsletter()).Newsletters),
          screen('newsletter/:id', async () => (await newsletter()).Newsletter),
          screen('subscribers', async () => (await newsletter()).Subscribers),
          screen('subscribers/:id', async () => (await newsletter()).Subscriber),
          screen('outbox', async () => (await newsletter()).Outbox),
          screen('outbox/:name', async () => (await newsletter()).OutboxMail),
          screen('administrators', async () => (await accounts()).Administrators),
          screen('backups', async () => (await accounts()).Backups),
          screen('activity', async () => (await accounts()).Activity),
          screen('account', async () => (await accounts()).Account),
          screen('bin', async () => (await import('./manage/manage-screens.tsx')).Bin),
          screen('data', async () => (await import('./data-screen.tsx')).DataScreen),
          screen('settings/:section?', async () => (await import('./settings-screen.tsx')).SettingsScreen),
          screen(
            'doctor',
            async () => (await import('#features/health/admin/site-health-screen.tsx')).SiteHealthScreen,
          ),
          { path: '*', element: <NotFoundScreen /> },
        ],
      },
    ],
  },
];

/** Fetched when someone points at a link to it, or opens it. */
function screen(path: string, load: () => Promise<ComponentType>): RouteObject {
  return { path, lazy: async () => ({ Component: await load() }) };
}
