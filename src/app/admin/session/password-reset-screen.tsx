import { passwordResetMessages } from '#features/accounts/account.ts';
import { requestPasswordReset } from '#features/accounts/accounts.client.ts';
import { PasswordResetForm } from '#features/accounts/login/password-reset-form.tsx';
import { isMailKept } from '#features/newsletter/admin/outbox-notice.tsx';
import { Link } from '#ui/link.tsx';
import { Notice } from '#ui/page/screen.tsx';
import { Logo } from '#ui/theme/logo.tsx';
import styles from './login-screen.module.css';
import { openApi } from './session.ts';

/** The page of 'Forgot your password?'. */
export function PasswordResetScreen() {
  return (
    <main className={styles.screen}>
      <title>Forgot your password? · One Health Admin</title>
      <div className={styles.card}>
        <Logo size={52} />
        <h1 className={styles.title}>Forgot your password?</h1>
        {isMailKept() ? (
          <Notice>
            <p>{passwordResetMessages.noMailServer}</p>
          </Notice>
        ) : (
          <>
            <p className={styles.whom}>
              Enter the e-mail address of your account, and you get a link to choose a new password.
            </p>
            <PasswordResetForm ask={async (email) => (await requestPasswordReset(openApi, email)).message} />
          </>
        )}
      </div>
      <Link className={styles.back} to="/admin/login">
        Back to signing in
      </Link>
    </main>
  );
}
