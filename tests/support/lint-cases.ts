/** Files with one statement each, by which `architecture.test.ts` tries the rules of the linter. */

/** Each breaks one rule; the linter must report it, in that file and by that rule. */
export const forbiddenImports: [file: string, code: string, rule: string][] = [
  ['src/shared/a.ts', "import { x } from '#platform/x.ts';\nx();", 'no-restricted-imports'],
  ['src/shared/b.ts', "import { readFileSync } from 'node:fs';\nreadFileSync('');", 'no-restricted-imports'],
  ['src/shared/c.ts', "import { z } from 'zod';\nz.any();", 'no-restricted-imports'],
  ['src/ui/a.tsx', "import { x } from '#platform/x.ts';\nx();", 'no-restricted-imports'],
  ['src/ui/b.tsx', "import { x } from '#features/members/member.ts';\nx();", 'no-restricted-imports'],
  ['src/ui/c.tsx', "import { z } from 'zod';\nz.any();", 'no-restricted-imports'],
  ['src/platform/db/a.ts', "import { x } from '#features/members/member.ts';\nx();", 'no-restricted-imports'],
  ['src/platform/b.ts', "import { x } from '#app/main.ts';\nx();", 'no-restricted-imports'],
  ['src/platform/c.ts', "import { x } from '#ui/forms/button.tsx';\nx();", 'no-restricted-imports'],
  [
    'src/features/books/books.server.ts',
    "import { x } from '#features/events/event.ts';\nx();",
    'no-restricted-imports',
  ],
  ['src/features/books/books.api.ts', "import { x } from '#app/server.ts';\nx();", 'no-restricted-imports'],
  [
    'src/features/books/books.jobs.ts',
    "await import('#features/events/event-lists.server.ts');",
    'no-restricted-imports',
  ],
  [
    'src/features/books/lending.server.ts',
    "import { x } from '../events/event.ts';\nx();",
    'no-relative-parent-imports',
  ],
  ['src/features/books/book.ts', "import { x } from './books.server.ts';\nx();", 'no-restricted-imports'],
  ['src/features/books/shelf.ts', "import { x } from '#platform/clock.ts';\nx();", 'no-restricted-imports'],
  ['src/features/books/books.client.ts', "import { x } from './books.api.ts';\nx();", 'no-restricted-imports'],
  ['src/features/books/book-card.tsx', "import { Book } from './book.schema.ts';\nBook();", 'no-restricted-imports'],
  ['src/features/books/pages/a.route.tsx', "import { x } from '../books.server.ts';\nx();", 'no-restricted-imports'],
  ['src/features/books/pages/b.tsx', "import { x } from '../../events/event.ts';\nx();", 'no-restricted-imports'],
  ['src/features/books/pages/c.tsx', "import { x } from '#platform/log.ts';\nx();", 'no-restricted-imports'],
  [
    'src/features/books/pages/d.ts',
    "import { readFileSync } from 'node:fs';\nreadFileSync('');",
    'no-restricted-imports',
  ],
  ['src/features/books/admin/a.tsx', "await import('../books.jobs.ts');", 'no-restricted-imports'],
  [
    'src/features/newsletter/a.server.ts',
    "import { x } from '#features/events/event.ts';\nx();",
    'no-restricted-imports',
  ],
  [
    'src/features/registrations/b.server.ts',
    "import { x } from '#features/newsletter/newsletter.ts';\nx();",
    'no-restricted-imports',
  ],
  [
    'src/features/registrations/pages/b.tsx',
    "import { x } from '#features/newsletter/newsletter.ts';\nx();",
    'no-restricted-imports',
  ],
  [
    'src/features/events/pages/a.tsx',
    "import { x } from '#features/registrations/registration.ts';\nx();",
    'no-restricted-imports',
  ],
  ['src/app/routes.ts', "import { x } from '#features/books/books.server.ts';\nx();", 'no-restricted-imports'],
  ['src/app/public/a.tsx', "import { x } from '#platform/log.ts';\nx();", 'no-restricted-imports'],
  ['src/app/admin/a.ts', "import { Book } from '#features/books/book.schema.ts';\nBook();", 'no-restricted-imports'],
  ['src/features/books/index.ts', "export * from './nothing.ts';", 'no-barrel-file'],
  ['src/platform/ring-a.ts', "import { b } from './ring-b.ts';\nexport const a = () => b();", 'no-cycle'],
  ['src/platform/ring-b.ts', "import { a } from './ring-a.ts';\nexport const b = () => a();", 'no-cycle'],
  ['src/platform/camelCase.ts', 'export const a = 1;', 'filename-case'],
  ['src/platform/default.ts', 'export default 1;', 'no-default-export'],
  ['src/platform/floating.ts', 'const work = async () => 1;\nwork();', 'no-floating-promises'],
  ['src/platform/any.ts', 'export const a = (b: any) => b;', 'no-explicit-any'],
];

/** Each is allowed. */
export const allowedImports: [file: string, code: string][] = [
  ['src/features/films/films.server.ts', "import { x } from '#features/uploads/uploads.server.ts';\nx();"],
  ['src/features/films/films.api.ts', "import { x } from '#platform/http/api.ts';\nx();"],
  ['src/features/films/film-card.tsx', "import type { Film } from './film.schema.ts';\nexport type Reel = Film;"],
  ['src/features/films/pages/film.route.tsx', "import { x } from '../films.client.ts';\nx();"],
  ['src/features/films/film-list.tsx', "import { useState } from 'react';\nexport const useReel = () => useState(0);"],
  ['src/features/films/film.ts', "import { pluralise } from '#shared/text.ts';\npluralise(1, '');"],
  ['src/features/films/admin/films.tsx', "import { x } from '#features/uploads/field/picture-field.tsx';\nx();"],
  ['src/features/newsletter/b.server.ts', "import { x } from '#features/articles/reading.server.ts';\nx();"],
  ['src/features/registrations/a.server.ts', "import { x } from '#features/events/event-lists.server.ts';\nx();"],
  ['src/features/registrations/pages/a.tsx', "import { x } from '#features/events/event.ts';\nx();"],
  ['src/app/server.ts', "import { x } from '#features/films/films.api.ts';\nx();"],
  ['src/app/public/b.tsx', "import { x } from '#features/films/film-card.tsx';\nx();"],
];
