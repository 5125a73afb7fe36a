import { type ChangeEvent, type CompositionEvent, useState } from 'react';
import { type Grouping, grouped, type Typed, withinLimit } from './typed-text.ts';

type TextControl = HTMLInputElement | HTMLTextAreaElement;
type Typing = {
  value: string;
  onChange: (value: string) => void;
  limit?: number | undefined;
  digits?: Grouping | undefined;
};

/**
 * The attributes of a control that ignores what does not belong into it: beyond `limit`, or no digit. The caret stays
 * where one types. An input method may hold more until it is done: changing its text would break it off.
 */
export function useTyping<T extends TextControl>({ value, onChange, limit, digits }: Typing) {
  const [composed, setComposed] = useState<string | null>(null);

  function kept(control: T, inputType: string): Typed {
    const typed = { text: control.value, caret: control.selectionStart ?? control.value.length };
    if (digits) return grouped(typed, digits, inputType);
    return limit === undefined ? typed : withinLimit(typed, limit);
  }

  function take(control: T, inputType: string) {
    const { text, caret } = kept(control, inputType);
    if (text !== control.value) {
      // Before React does it, who would put the caret at the end.
      control.value = text;
      control.setSelectionRange(caret, caret);
    }
    onChange(text);
  }

  return {
    value: composed ?? value,
    maxLength: digits ? undefined : limit,
    onChange: ({ currentTarget, nativeEvent }: ChangeEvent<T>) => {
      const { inputType = '', isComposing = false } = nativeEvent as Partial<InputEvent>;
      if (!isComposing) return take(currentTarget, inputType);
      setComposed(currentTarget.value);
      onChange(kept(currentTarget, inputType).text);
    },
    onCompositionEnd: ({ currentTarget }: CompositionEvent<T>) => {
      setComposed(null);
      take(currentTarget, 'insertCompositionText');
    },
  };
}
