import styles from './login-screen.module.css';
import { SessionTitle } from './session-title.tsx';
import { ForgottenLink, LoginLink, SignInCard } from './sign-in-card.tsx';

/** For the links 'This was not me' in mails of version 0.2 and before. */
export function NotMeAdviceScreen() {
  return (
    <SignInCard heading="This was not me" foot={<LoginLink>Sign in</LoginLink>}>
      <SessionTitle>This was not me</SessionTitle>
      <p className={`muted ${styles.whom}`}>
        Sign in, end the sessions that are not yours and choose a new password, both on the page Your account. Then tell
        another administrator, who can undo what was done.
      </p>
      <ForgottenLink />
    </SignInCard>
  );
}
