import type { YearNumbers } from './year-numbers.schema.ts';

/** The figures of a year with their names, in their order. Places, not people: who comes twice takes two. */
export function numberLines(numbers: YearNumbers): [label: string, value: number][] {
  const { events, isRunning } = numbers;
  const sum = (values: number[]) => values.reduce((one, other) => one + other, 0);
  const checked = events.filter(({ came }) => came !== null);
  const came = sum(checked.map((event) => event.came ?? 0));
  return [
    [isRunning ? 'Events so far' : 'Events', events.length],
    [isRunning ? 'Cancelled events so far' : 'Cancelled events', numbers.cancelledEvents],
    [isRunning ? 'Places taken at events so far' : 'Places taken', sum(events.map(({ places }) => places))],
    ...(checked.length > 0
      ? ([
          ['Came, where guests were checked in', came],
          ['Did not come, where guests were checked in', sum(checked.map(({ places }) => places)) - came],
        ] as [string, number][])
      : []),
    ['Articles published', numbers.articles],
    ['Newsletters published', numbers.newsletters],
    ['Subscribers at the start', numbers.subscribersAtStart],
    [isRunning ? 'Subscribers now' : 'Subscribers at the end', numbers.subscribersAtEnd],
  ];
}
