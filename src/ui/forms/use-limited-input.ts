import { type ChangeEvent, type CompositionEvent, useState } from 'react';
import { cutToLimit, type Grouping, type Typed, withSeparators } from './input-mask.ts';
import { type TextControl, useTruncatedPaste } from './use-truncated-paste.ts';

export type Typing = {
  value: string;
  onChange: (value: string) => void;
  /** In UTF-16 units. The field ignores the rest. */
  limit?: number | undefined;
  /** Only digits, in these groups. */
  digits?: Grouping | undefined;
  /** True for a text that stays as typed, in spite of `digits`. */
  unless?: ((typed: Typed, before: string, inputType: string) => boolean) | undefined;
};

/** For words in a field of digits, such as 'Wednesday, 3 December 2027'. */
const wordsLimit = 40;

/**
 * The attributes of a control that ignores what exceeds `limit`, or is not a digit. The caret keeps its place. An input method
 * may hold more until it ends: a change of its text would end it. `truncated` tells of a paste that was too long.
 */
export function useLimitedInput<T extends TextControl>({ value, onChange, limit, digits, unless }: Typing) {
  const [composed, setComposed] = useState<string | null>(null);
  const { truncated, ...cutting } = useTruncatedPaste<T>({ limit: digits ? undefined : limit, onChange });

  function kept(control: T, inputType: string): Typed {
    const typed = { text: control.value, caret: control.selectionStart ?? control.value.length };
    if (digits) {
      const isWords = unless?.(typed, value, inputType);
      return isWords ? cutToLimit(typed, wordsLimit) : withSeparators(typed, digits, inputType);
    }
    return limit === undefined ? typed : cutToLimit(typed, limit);
  }

  function take(control: T, inputType: string) {
    const { text, caret } = kept(control, inputType);
    if (text !== control.value) {
      // React would put the caret at the end.
      control.value = text;
      control.setSelectionRange(caret, caret);
    }
    cutting.onInput(text, inputType);
    onChange(text);
  }

  const attributes = {
    value: composed ?? value,
    maxLength: digits ? undefined : limit,
    onPaste: cutting.onPaste,
    onDrop: cutting.onDrop,
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
  return { attributes, truncated };
}
