import { Link } from '#ui/link.tsx';
import { Logo } from '#ui/theme/logo.tsx';
import styles from './login-screen.module.css';

/** For the links 'This was not me' in mails of version 0.2 and before. */
export function NotMeScreen() {
  return (
    <main className={styles.screen}>
      <title>This was not me · One Health Admin</title>
      <div className={styles.card}>
        <Logo size={52} />
        <h1 className={styles.title}>This was not me</h1>
        <p className={styles.whom}>
          Sign in, end the sessions that are not yours and choose a new password, both on the page Your account. Then
          tell another administrator, who can undo what was done.
        </p>
        <Link className={styles.back} to="/admin/forgotten">
          Forgot your password?
        </Link>
      </div>
      <Link className={styles.back} to="/admin/login">
        Sign in
      </Link>
    </main>
  );
}
