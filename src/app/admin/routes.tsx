import type { ComponentType } from 'react';
import type { RouteObject } from 'react-router';
import { kinds } from '../kinds.ts';
import { CheckingSession, EarlyArea, Guard } from './guard.tsx';
import { Redirect } from './redirect.tsx';
import { NotFoundScreen, UnexpectedError } from './shell/error-screens.tsx';

const guests = () => import('./event-guest-screens.tsx');
const newsletter = () => import('./newsletter-screens.tsx');

/** The administrator's URLs. All but those for signing in and invitations need a session (`Guard`). */
export const adminRoutes: RouteObject[] = [
  {
    path: '/admin',
    errorElement: <UnexpectedError />,
    HydrateFallback: CheckingSession,
    children: [
      screen('login', () => import('./session/login-screen.tsx'), 'LoginScreen'),
      screen('invitation', () => import('./session/account-link-screen.tsx'), 'AccountLinkScreen'),
      screen('forgotten', () => import('./session/forgotten-password-screen.tsx'), 'ForgottenPasswordScreen'),
      {
        element: <Guard />,
        HydrateFallback: EarlyArea,
        children: [
          { index: true, element: <Redirect to="/admin/dashboard" /> },
          screen('dashboard', () => import('./dashboard/dashboard.tsx'), 'Dashboard'),
          ...kinds.map(({ name, adminPath }) =>
            name === 'articles'
              ? screen(adminPath, () => import('./articles/manage-articles.tsx'), 'ManageArticles')
              : screen(adminPath, async () => (await import('./manage-screens.tsx')).manageScreens, name),
          ),
          screen('year', () => import('./numbers/year-numbers-screen.tsx'), 'YearNumbersScreen'),
          screen('hand-over', () => import('./hand-over/hand-over-screen.tsx'), 'HandOverScreen'),
          screen('committee/close', () => import('./close-year/close-year-screen.tsx'), 'CloseYearScreen'),
          screen('events/:id/share', guests, 'ShareEvent'),
          screen('events/:id/guests', guests, 'Guests'),
          screen('events/:id/guests/check-in', guests, 'CheckIn'),
          screen('events/:id/guests/message', guests, 'GuestMessage'),
          screen('events/:id/guests/print', guests, 'GuestPrint'),
          screen('newsletter', newsletter, 'Newsletters'),
          screen('newsletter/:id', newsletter, 'Newsletter'),
          screen(
            'subscribers',
            () => import('#features/newsletter/subscribers/admin/subscribers-screen.tsx'),
            'SubscribersScreen',
          ),
          screen('subscribers/:id', newsletter, 'Subscriber'),
          screen('outbox', () => import('#features/newsletter/content/admin/outbox-screen.tsx'), 'OutboxScreen'),
          screen('outbox/:name', newsletter, 'OutboxMail'),
          screen(
            'administrators',
            () => import('#features/accounts/admin/administrators-screen.tsx'),
            'AdministratorsScreen',
          ),
          screen('backups', () => import('#features/backup/admin/backups-screen.tsx'), 'BackupsScreen'),
          screen('import', () => import('./imports/imports-screen.tsx'), 'ImportsScreen'),
          screen('export', () => import('./export/export-screen.tsx'), 'ExportScreen'),
          screen('activity', () => import('#features/activity/admin/activity-screen.tsx'), 'ActivityScreen'),
          screen('account', () => import('./session/account-screen.tsx'), 'AccountScreen'),
          screen('bin', () => import('./manage-screens.tsx'), 'Bin'),
          screen('data', () => import('./personal-data-screen.tsx'), 'PersonalDataScreen'),
          screen('settings/:section?', () => import('./settings-screen.tsx'), 'SettingsScreen'),
          screen('doctor', () => import('#features/health/admin/site-health-screen.tsx'), 'SiteHealthScreen'),
          { path: '*', element: <NotFoundScreen /> },
        ],
      },
    ],
  },
];

/** Fetched when someone points at a link to it, or opens it. */
function screen<Name extends string>(
  path: string,
  load: () => Promise<Record<Name, ComponentType>>,
  name: Name,
): RouteObject {
  return { path, lazy: async () => ({ Component: (await load())[name] }) };
}
