import type { ComponentProps } from 'react';
import { Link } from '#ui/router-link.tsx';
import styles from './button.module.css';

export type ButtonVariant = 'primary' | 'quiet' | 'light' | 'danger';
type Appearance = { variant?: ButtonVariant | undefined; size?: 'small' | undefined };

export function buttonClass({ variant = 'primary', size }: Appearance = {}): string {
  return [styles.button, styles[variant], size && styles.small].filter(Boolean).join(' ');
}

export function Button({ variant, size, type = 'button', ...rest }: ComponentProps<'button'> & Appearance) {
  return <button type={type} className={buttonClass({ variant, size })} {...rest} />;
}

export function LinkButton({ variant, size, ...rest }: ComponentProps<typeof Link> & Appearance) {
  return <Link className={buttonClass({ variant, size })} {...rest} />;
}

/** A link outside running text, such as 'View All Events'. */
export function TextLink(props: ComponentProps<typeof Link>) {
  return <Link className={styles.textLink} {...props} />;
}
