/** A form, its draft and its history have a name: 'articles-7', 'articles-new-' and the key of its creation, or 'settings'. */
export type FormPlace = { kind: string; id: number } | { kind: string; key: string };

/** Null for a form that is not of one item. */
export function parseFormName(form: string): FormPlace | null {
  const [, kind, id, key] = /^([a-z]+)-(?:([1-9]\d{0,9})|new-([\da-f-]{36}))$/.exec(form) ?? [];
  if (kind && key) return { kind, key };
  return kind && id ? { kind, id: Number(id) } : null;
}

export function formNameOf(kind: string, id: number): string {
  return `${kind}-${id}`;
}

/** `key` names the creation: the server answers the same item to the same key. */
export function newFormName(kind: string, key: string): string {
  return `${kind}-new-${key}`;
}

export const draftMessages = {
  removed: 'The draft is removed.',
  tooManyValues: 'A form has fewer fields than this',
  unread: 'Your draft of this form could not be read. Please try again.',
  noItem: 'What this draft belongs to was deleted permanently.',
  overtaken: 'This form has newer words from another device.',
} as const;
