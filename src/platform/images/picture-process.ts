/** The process that `pictures.ts` starts: takes in one picture after the other, and ends when nobody is there any more. */
import { Invalid } from '#platform/errors.ts';
import type { PictureAnswer, PictureQuestion } from './pictures.ts';
import { takeIn } from './take-in.ts';

process.on('message', ({ bytes, type, pace }: PictureQuestion) => {
  void takeIn(bytes, type, pace)
    .then(
      (picture): PictureAnswer => ({ picture }),
      (error: unknown): PictureAnswer =>
        error instanceof Invalid
          ? { refusal: error.message }
          : { failure: error instanceof Error ? error.message : '' },
    )
    .then((answer) => process.send?.(answer));
});
process.on('disconnect', () => process.exit());
// A console's Ctrl-C and a host's stop reach every process at once; the site still answers what is under way.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {});
