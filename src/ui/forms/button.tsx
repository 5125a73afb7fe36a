import type { ComponentProps } from 'react';
import { Link } from '#ui/link.tsx';
import styles from './button.module.css';

export type ButtonLook = 'primary' | 'quiet' | 'light' | 'danger';
type Look = { look?: ButtonLook; size?: 'small' | 'normal' };

export function buttonClass({ look = 'primary', size = 'normal' }: Look = {}): string {
  return [styles.button, styles[look], size === 'small' && styles.small].filter(Boolean).join(' ');
}

export function Button({ look, size, type = 'button', ...rest }: ComponentProps<'button'> & Look) {
  return <button type={type} className={buttonClass({ ...(look && { look }), ...(size && { size }) })} {...rest} />;
}

/** A link that looks like a button. */
export function LinkButton({ look, size, ...rest }: ComponentProps<typeof Link> & Look) {
  return <Link className={buttonClass({ ...(look && { look }), ...(size && { size }) })} {...rest} />;
}

/** An underlined link that stands alone, such as 'View All Events'. */
export function TextLink(props: ComponentProps<typeof Link>) {
  return <Link className={styles.textLink} {...props} />;
}
