import { isTimeZone } from '#shared/instants.ts';
import { Field } from '#ui/forms/field.tsx';
import { Notice } from '#ui/page/screen-parts.tsx';

type Props = { value: string; stored: string; error: string | null; onChange: (timeZone: string) => void };

export function TimeZoneField({ value, stored, error, onChange }: Props) {
  return (
    <>
      <Field
        label="Time zone"
        hint={`Where your events take place.${isTimeZone(value) ? ` It is ${nowIn(value)} there.` : ''}`}
        error={error}
      >
        {(control) => (
          <select {...control} value={value} onChange={(event) => onChange(event.target.value)}>
            {zonesByRegion(value).map(([region, zones]) => (
              <optgroup key={region} label={region}>
                {zones.map((zone) => (
                  <option key={zone} value={zone}>
                    {placeOf(zone)}
                  </option>
                ))}
              </optgroup>
            ))}
          </select>
        )}
      </Field>
      {value !== stored && (
        <Notice>
          <p role="status">
            Every event keeps the date and the time that you typed: 18:00 stays 18:00, now in {placeOf(value)}. Which
            events are past and which are upcoming is worked out anew when you save.
          </p>
        </Notice>
      )}
    </>
  );
}

/** Includes the chosen zone: this browser may know it under another name. */
function zonesByRegion(chosen: string): [region: string, zones: string[]][] {
  const regions = new Map<string, string[]>();
  for (const zone of new Set([...Intl.supportedValuesOf('timeZone'), 'UTC', chosen])) {
    const region = zone.includes('/') ? (zone.split('/')[0] ?? '') : 'Everywhere';
    regions.set(region, [...(regions.get(region) ?? []), zone]);
  }
  return [...regions].map(([region, zones]) => [region, zones.toSorted()]);
}

/** 'Argentina, Buenos Aires' of America/Argentina/Buenos_Aires. */
function placeOf(zone: string): string {
  return zone
    .replace(/^[^/]+\//, '')
    .replaceAll('/', ', ')
    .replaceAll('_', ' ');
}

function nowIn(timeZone: string): string {
  return new Date().toLocaleString('en-US', { timeZone, weekday: 'long', hour: 'numeric', minute: '2-digit' });
}
