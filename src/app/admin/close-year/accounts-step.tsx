import type { Administrator } from '#features/accounts/account.schema.ts';
import { DayField } from '#ui/dates/date-field.tsx';
import { CheckboxField, TextArea } from '#ui/forms/fields.tsx';
import { FormStack } from '#ui/page/screen-parts.tsx';
import styles from './close-year.module.css';
import type { ClosingValues } from './closing-values.ts';

type Props = {
  accounts: Administrator[];
  values: ClosingValues;
  onChange: (part: Partial<ClosingValues>) => void;
};

/** Whose account ends on which day, and who is invited. */
export function AccountsStep({ accounts, values, onChange }: Props) {
  const { ends, to } = values;

  function end(id: number, isEnding: boolean) {
    const { [id]: _day, ...others } = ends;
    onChange({ ends: isEnding ? { ...others, [id]: to } : others });
  }

  return (
    <FormStack>
      <TextArea
        label="Invite new administrators"
        hint="Email addresses, one per line. Each gets a link that works once, for 7 days."
        autoComplete="off"
        value={values.invited}
        onChange={(invited) => onChange({ invited })}
      />
      <ul className="plain">
        {accounts.map(({ id, username, isYou }) => {
          const on = ends[id];
          return (
            <li key={id} className={`row ${styles.row}`}>
              <bdi className={styles.name}>{isYou ? `${username} (you)` : username}</bdi>
              <CheckboxField
                label="Account ends"
                describedAs={`Account ends: ${username}`}
                checked={on !== undefined}
                onChange={(isEnding) => end(id, isEnding)}
              />
              {on !== undefined && (
                <DayField
                  label={`Last day of ${username}`}
                  value={on}
                  onChange={(day) => onChange({ ends: { ...ends, [id]: day } })}
                />
              )}
            </li>
          );
        })}
      </ul>
      <p className="muted">
        Accounts end after their last day, once everyone you invite has signed in. Until then they work as before.
      </p>
    </FormStack>
  );
}
