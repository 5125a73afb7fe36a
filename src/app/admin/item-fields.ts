import type { ComparedField } from '#features/revisions/admin/compared.ts';
import { settingsFields } from '#features/settings/admin/settings-fields.ts';
import { wallTimeText } from '#shared/dates.ts';

const asWallTime = (value: unknown) => wallTimeText(String(value));

/** What the forms call their fields, in their order: for the history, and for two versions of the same item. */
const fields: Record<string, ComparedField[]> = {
  articles: [
    { name: 'title', label: 'Title' },
    { name: 'description', label: 'Description' },
    { name: 'content', label: 'Content', kind: 'html' },
    { name: 'imageUrl', label: 'Image', kind: 'picture' },
    { name: 'excerpt', label: 'Excerpt' },
    { name: 'imageAlt', label: 'Image description' },
    { name: 'isFeatured', label: 'Featured article' },
    { name: 'isPublished', label: 'Published' },
  ],
  members: [
    { name: 'name', label: 'Name' },
    { name: 'position', label: 'Position' },
    { name: 'bio', label: 'Bio' },
    { name: 'imageUrl', label: 'Image', kind: 'picture' },
    { name: 'sortOrder', label: 'Order' },
    { name: 'isActive', label: 'Active: shown on the site' },
  ],
  events: [
    { name: 'title', label: 'Title' },
    { name: 'eventDate', label: 'Date and time', say: asWallTime },
    { name: 'location', label: 'Location' },
    { name: 'description', label: 'Description' },
    { name: 'imageUrl', label: 'Image', kind: 'picture' },
  ],
  settings: settingsFields,
};

/** A form is named like 'articles-7'; one whose fields are not described compares them by their own names. */
export function fieldsOf(form: string, data: object): ComparedField[] {
  const [kind = ''] = form.split('-');
  return fields[kind] ?? Object.keys(data).map((name) => ({ name, label: spoken(name) }));
}

/** 'articles-7' is kept at '/articles/admin/7', 'settings' at '/settings/admin'. */
export function addressOf(form: string): string {
  const [kind, id] = form.split('-');
  return id ? `/${kind}/admin/${id}` : `/${kind}/admin`;
}

/** 'heroTitle' as 'Hero title'. */
function spoken(name: string): string {
  const words = name.replace(/[A-Z]+/g, (capitals) => ` ${capitals.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}
