import { isTimeZone } from '#shared/instants.ts';
import { SelectField } from '#ui/forms/field.tsx';
import { Notice } from '#ui/page/screen-parts.tsx';

type Props = { value: string; stored: string; error: string | null; onChange: (timeZone: string) => void };

export function TimeZoneField({ value, stored, error, onChange }: Props) {
  // With the chosen zone: this browser may know it under another name.
  const zones = [...new Set([...Intl.supportedValuesOf('timeZone'), 'UTC', value])].toSorted();
  return (
    <>
      <SelectField
        label="Time zone"
        hint={`Where your events take place.${isTimeZone(value) ? ` It is ${nowIn(value)} there.` : ''}`}
        error={error}
        options={zones.map((zone) => [zone, zone.replaceAll('_', ' ')] as const)}
        value={value}
        onChange={onChange}
      />
      {value !== stored && (
        <Notice>
          <p role="status">
            Every event keeps the date and the time that you typed: 18:00 stays 18:00, now in{' '}
            {value.split('/').at(-1)?.replaceAll('_', ' ')}. When you save, past and upcoming events are sorted again,
            and guests get an email with the new time.
          </p>
        </Notice>
      )}
    </>
  );
}

function nowIn(timeZone: string): string {
  return new Date().toLocaleString('en-US', { timeZone, weekday: 'long', hour: 'numeric', minute: '2-digit' });
}
