import { kinds } from '#app/kinds.ts';
import { type Field, listFormFields } from '#features/items/kind.ts';
import type { ComparedField } from '#features/revisions/admin/compare-versions.ts';
import { comparedSettings } from '#features/settings/admin/compared-settings.ts';
import { wallTimeText } from '#shared/dates.ts';
import { localInstantText } from '#shared/instants.ts';

/** The labels of a form's fields, in order. A form has a name like 'articles-7'. */
export function comparedFieldsOf(form: string): ComparedField[] {
  const kind = kinds.find(({ name }) => name === form.split('-')[0]);
  return kind ? listFormFields(kind).map(compared) : comparedSettings;
}

/** '/articles/admin/7' for 'articles-7', '/settings/admin/0' for 'settings'. */
export function apiPathOf(form: string): string {
  const [kind, id = '0'] = form.split('-');
  return `/${kind}/admin/${id}`;
}

function compared({ name, label, as }: Field & { label: string }): ComparedField {
  if (as === 'wall time') return { name, label, say: (value) => wallTimeText(String(value)) };
  if (as === 'instant') return { name, label, say: (value) => localInstantText(String(value)) };
  if (as === 'percent') return { name, label, say: (value) => `${value} %` };
  if (as === 'lines') return { name, label, say: (value) => (Array.isArray(value) ? value.join('\n') : String(value)) };
  return { name, label, ...(as && { kind: as }) };
}
