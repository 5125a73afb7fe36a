import type { Locator } from '@playwright/test';

/** The code that Playwright sends to the page knows no DOM types here. */
type TextControl = { focus(): void; setSelectionRange(start: number, end: number): void; selectionStart: number };

export async function setCaret(control: Locator, at: number): Promise<void> {
  await control.evaluate((node, place) => {
    const input = node as unknown as TextControl;
    input.focus();
    input.setSelectionRange(place, place);
  }, at);
}

export function caretOf(control: Locator): Promise<number> {
  return control.evaluate((node) => (node as unknown as TextControl).selectionStart);
}
