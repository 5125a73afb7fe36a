import { askForLink } from '#features/accounts/accounts.client.ts';
import { ForgottenForm } from '#features/accounts/login/forgotten-form.tsx';
import { forgottenMessages } from '#features/accounts/sign-in/forgotten.ts';
import { isMailKept } from '#features/newsletter/admin/outbox-notice.tsx';
import { Link } from '#ui/link.tsx';
import { Notice } from '#ui/page/screen.tsx';
import { Logo } from '#ui/theme/logo.tsx';
import styles from './login-screen.module.css';
import { openApi } from './session.ts';

/** Behind 'Forgot your password?' of the sign-in page. */
export function ForgottenScreen() {
  return (
    <main className={styles.screen}>
      <title>Forgot your password? · One Health Admin</title>
      <div className={styles.card}>
        <Logo size={52} />
        <h1 className={styles.title}>Forgot your password?</h1>
        {isMailKept() ? (
          <Notice>
            <p>{forgottenMessages.noMailServer}</p>
          </Notice>
        ) : (
          <>
            <p className={styles.whom}>
              Enter the e-mail address of your account, and you get a link to choose a new password.
            </p>
            <ForgottenForm ask={async (email) => (await askForLink(openApi, email)).message} />
          </>
        )}
      </div>
      <Link className={styles.back} to="/admin/login">
        Back to signing in
      </Link>
    </main>
  );
}
