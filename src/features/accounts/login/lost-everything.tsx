import styles from './second-step-form.module.css';

/** What to do without phone, passkeys and codes. */
export function LostEverything() {
  return (
    <details className={styles.lost}>
      <summary>I have lost everything</summary>
      <p>
        Another administrator can make a link for you under More, Administrators: it takes your second factor away, and
        your password alone signs you in.
      </p>
      <p>
        Or ask whoever runs the server to enter: <code>npm run admin -- reset-second-factor NAME</code>
      </p>
    </details>
  );
}
