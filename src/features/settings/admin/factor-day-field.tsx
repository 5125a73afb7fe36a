import { Button } from '#ui/forms/button.tsx';
import { Field } from '#ui/forms/field.tsx';
import { Actions } from '#ui/page/screen.tsx';

type Props = { value: string | null; error: string | null; onChange: (day: string | null) => void };

const hint =
  'From this day on, where your society is, everybody who looks after the site needs a passkey or an authenticator app. Until then whoever has none reads so on every page. After that they sign in as before and can only set one up; then everything opens. Nobody is locked out.';

/** A day, or never. */
export function FactorDayField({ value, error, onChange }: Props) {
  return (
    <Field
      label="Second factor for everybody from"
      hint={value === null ? `Never, as long as no day is chosen. ${hint}` : hint}
      error={error}
      below={
        value !== null && (
          <Actions>
            <Button size="small" variant="quiet" onClick={() => onChange(null)}>
              Never<span className="sr-only">: nobody has to have a second factor</span>
            </Button>
          </Actions>
        )
      }
    >
      {(control) => (
        <input
          {...control}
          type="date"
          value={value ?? ''}
          onChange={(event) => onChange(event.target.value || null)}
        />
      )}
    </Field>
  );
}
