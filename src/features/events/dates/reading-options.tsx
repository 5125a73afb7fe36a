import type { RefObject } from 'react';
import { Button } from '#ui/forms/button.tsx';
import { Actions } from '#ui/page/screen.tsx';
import type { Reading } from './typed-time.ts';

type Props = { reading: Reading; field: RefObject<HTMLInputElement | null>; onChoose: (value: string) => void };

/** The answers to the question about what was typed. The buttons disappear, so the focus returns to the field. */
export function ReadingOptions({ reading, field, onChoose }: Props) {
  if (reading === 'incomplete' || !('question' in reading)) return null;
  return (
    <div role="group" aria-label={reading.question}>
      <Actions>
        {reading.options.map(({ label, value }) => (
          <Button
            key={value}
            variant="quiet"
            size="small"
            onClick={() => {
              onChoose(value);
              field.current?.focus();
            }}
          >
            {label}
          </Button>
        ))}
      </Actions>
    </div>
  );
}
