import { useRef } from 'react';
import type { FieldErrors } from '#shared/calls/api-error.ts';
import { Button } from '#ui/forms/button.tsx';
import field from '#ui/forms/field.module.css';
import { TextField } from '#ui/forms/fields.tsx';
import type { SocialLink } from '../settings.schema.ts';
import { settingsLimits } from '../settings.ts';
import styles from './social-links-field.module.css';

type Props = { links: SocialLink[]; errors: FieldErrors; onChange: (links: SocialLink[]) => void };

export function SocialLinksField({ links, errors, onChange }: Props) {
  const place = useRef<HTMLFieldSetElement>(null);
  const isFull = links.length >= settingsLimits.socialLinks;

  function change(index: number, part: Partial<SocialLink>) {
    onChange(links.map((link, at) => (at === index ? { ...link, ...part } : link)));
  }

  function add() {
    onChange([...links, { label: '', url: '' }]);
    focusSoon(() => place.current?.querySelector('li:last-of-type input'));
  }

  function remove(index: number) {
    onChange(links.filter((_, at) => at !== index));
    focusSoon(() => place.current?.querySelector('[data-add]'));
  }

  return (
    <fieldset ref={place} className={styles.field} tabIndex={-1}>
      <legend className={field.label}>Social links</legend>
      <p className={field.hint}>Where else people can find you. Up to {settingsLimits.socialLinks}, in this order.</p>
      <ol className={styles.rows}>
        {links.map((link, index) => (
          <li key={index} className={styles.row}>
            <TextField
              label={`Name of link ${index + 1}`}
              limit={settingsLimits.socialLabel}
              placeholder="Instagram"
              autoComplete="off"
              error={errors[`socialLinks.${index}.label`] ?? null}
              value={link.label}
              onChange={(label) => change(index, { label })}
            />
            <TextField
              label={`Address of link ${index + 1}`}
              inputMode="url"
              placeholder="https://instagram.com/…"
              autoComplete="off"
              error={errors[`socialLinks.${index}.url`] ?? null}
              value={link.url}
              onChange={(url) => change(index, { url })}
            />
            <button
              type="button"
              className={styles.remove}
              aria-label={`Remove link ${index + 1}`}
              onClick={() => remove(index)}
            >
              Remove
            </button>
          </li>
        ))}
      </ol>
      {errors.socialLinks && <p className={field.error}>{errors.socialLinks}</p>}
      <div>
        <Button data-add variant="quiet" size="small" disabled={isFull} onClick={add}>
          Add a link
        </Button>
      </div>
    </fieldset>
  );
}

/** React draws the row, or takes it away, before the next frame. */
function focusSoon(find: () => HTMLElement | null | undefined): void {
  requestAnimationFrame(() => find()?.focus());
}
