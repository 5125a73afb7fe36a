/** A form, its drafts and its history have a name like 'articles-7' or 'articles-new'. `entityId` is 0 for an item that is not saved yet. */
export type DraftPlace = { kind: string; entityId: number };

/** Null for the settings and other forms that are not items of a kind: their drafts stay in the browser. */
export function parseFormName(form: string): DraftPlace | null {
  const [, kind, id] = /^([a-z]+)-(new|[1-9]\d{0,9})$/.exec(form) ?? [];
  return kind && id ? { kind, entityId: id === 'new' ? 0 : Number(id) } : null;
}

export function formNameOf({ kind, entityId }: DraftPlace): string {
  return `${kind}-${entityId === 0 ? 'new' : entityId}`;
}

export const draftMessages = {
  goesOn: 'There is another draft of this: it stays.',
  removed: 'The draft is removed.',
  tooManyValues: 'A form has fewer fields than this',
  noItem: 'What this draft belongs to was deleted permanently.',
} as const;
