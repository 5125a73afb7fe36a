import { focusHeading } from './focus.ts';

/** After a press far below it: the answer stands below the heading of the page. */
export function showAnswer(): void {
  focusHeading();
  document.querySelector('main h1')?.scrollIntoView({ block: 'nearest' });
}
