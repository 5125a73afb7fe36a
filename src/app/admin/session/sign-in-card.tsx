import type { ReactNode } from 'react';
import { Logo } from '#ui/theme/logo.tsx';
import styles from './login-screen.module.css';

type Props = { shortName: string; notice?: ReactNode; children: ReactNode };

/** What the server sends of the sign-in page, and what the browser goes on with. */
export function SignInCard({ shortName, notice, children }: Props) {
  return (
    <main className={styles.screen}>
      <div className={styles.card}>
        <Logo size={52} />
        <h1 className={styles.title}>
          <bdi>{shortName}</bdi> · Admin
        </h1>
        {notice}
        {children}
      </div>
      <a className={styles.back} href="/">
        Back to the site
      </a>
    </main>
  );
}

export function ForgottenLink() {
  return (
    <a className={styles.back} href="/admin/forgotten">
      Forgot your password?
    </a>
  );
}
