import { numberLines } from '#app/numbers/number-lines.ts';
import type { YearNumbers } from '#app/numbers/year-numbers.schema.ts';
import { academicYearName } from '#app/years/academic-year.ts';
import { useSettings } from '#features/settings/admin/use-settings.ts';
import { monthNames, wallTimeText } from '#shared/dates.ts';
import { useApi } from '#ui/api-context.ts';
import { withErrorToast } from '#ui/dialogs/with-error-toast.ts';
import { Button } from '#ui/forms/button.tsx';
import { SelectField } from '#ui/forms/fields.tsx';
import { Fetched } from '#ui/page/fetched.tsx';
import { ScreenHead } from '#ui/page/screen-parts.tsx';
import { useSearchParams } from '#ui/router/use-search-params.ts';
import { saveFile } from '#ui/save-file.ts';
import { useFetchedCall } from '#ui/use-fetched.ts';
import styles from './year-numbers-screen.module.css';

/** What the society did in an academic year, for the screen, as a table and for paper. */
export function YearNumbersScreen() {
  const api = useApi();
  const { societyName, yearStartMonth } = useSettings();
  const [query, setQuery] = useSearchParams();
  const year = query.get('year') ?? '';
  const search = year ? `?year=${encodeURIComponent(year)}` : '';
  const numbers = useFetchedCall<YearNumbers>(`/year-numbers/admin${search}`, 'Failed to load the numbers');

  function download({ label }: YearNumbers) {
    void withErrorToast(async () => {
      const answer = await api.open(`/year-numbers/admin/csv${search}`);
      saveFile(await answer.blob(), `year-${label}.csv`);
    }, 'The numbers could not be downloaded. Please try again.');
  }

  return (
    <>
      <ScreenHead
        title="Year in numbers"
        about="No names and no addresses: these figures stay when guests are erased. Events and articles that you delete are not counted."
      >
        <Button variant="quiet" disabled={!numbers.data} onClick={() => numbers.data && download(numbers.data)}>
          Download CSV
        </Button>
        <Button variant="quiet" disabled={!numbers.data} onClick={() => window.print()}>
          Print
        </Button>
      </ScreenHead>
      <Fetched of={numbers}>
        {(all) => (
          <div className={styles.page}>
            <div data-screen-only>
              <SelectField
                label="Academic year"
                options={all.years.map((one) => [String(one), academicYearName(one, yearStartMonth)] as const)}
                value={String(all.year)}
                onChange={(chosen) => setQuery({ year: chosen })}
              />
            </div>
            <h2 className={styles.title}>
              <bdi>{societyName}</bdi>, {all.label}
              {all.isRunning && ' so far'}
            </h2>
            <dl className={styles.figures}>
              {numberLines(all).map(([label, value]) => (
                <div key={label}>
                  <dt>{label}</dt>
                  <dd>{value.toLocaleString('en-US')}</dd>
                </div>
              ))}
            </dl>
            {all.events.length > 0 && (
              <>
                <MonthChart numbers={all} />
                <EventTable events={all.events} />
              </>
            )}
          </div>
        )}
      </Fetched>
    </>
  );
}

const [barWidth, chartHeight] = [40, 90];

/** Places taken in each month of the year. */
function MonthChart({ numbers: { events, from } }: { numbers: YearNumbers }) {
  // A year begins at midnight somewhere: half a month later it is that month everywhere.
  const first = new Date(Date.parse(from) + 15 * 86_400_000).getUTCMonth();
  const months = Array.from({ length: 12 }, (_, at) => (first + at) % 12);
  const places = months.map((month) =>
    events
      .filter(({ eventDate }) => Number(eventDate.slice(5, 7)) - 1 === month)
      .reduce((sum, event) => sum + event.places, 0),
  );
  const most = Math.max(1, ...places);
  if (places.every((count) => count === 0)) return null;
  return (
    <figure className={styles.chart}>
      <figcaption>Places taken by month</figcaption>
      <svg viewBox={`0 0 ${12 * barWidth} ${chartHeight + 44}`} role="img" aria-label="Places taken by month">
        {months.map((month, at) => {
          const height = ((places[at] ?? 0) / most) * chartHeight;
          const middle = at * barWidth + barWidth / 2;
          return (
            <g key={month}>
              <rect
                x={middle - 12}
                y={20 + chartHeight - height}
                width={24}
                height={height}
                rx={3}
                fill="var(--green)"
              />
              {(places[at] ?? 0) > 0 && (
                <text x={middle} y={14 + chartHeight - height} textAnchor="middle">
                  {places[at]}
                </text>
              )}
              <text x={middle} y={chartHeight + 38} textAnchor="middle">
                {monthNames[month]?.slice(0, 3)}
              </text>
            </g>
          );
        })}
      </svg>
    </figure>
  );
}

function EventTable({ events }: { events: YearNumbers['events'] }) {
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">Event</th>
          <th scope="col">Date</th>
          <th scope="col">Places taken</th>
          <th scope="col">Came</th>
        </tr>
      </thead>
      <tbody>
        {events.map(({ id, title, eventDate, places, came }) => (
          <tr key={id}>
            <td dir="auto">{title}</td>
            <td>{wallTimeText(eventDate).split(' at ')[0]}</td>
            <td>{places}</td>
            <td>{came ?? '–'}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
