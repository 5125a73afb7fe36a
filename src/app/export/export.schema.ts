import { z } from '@hono/zod-openapi';

const ExportPart = z.enum(['content', 'site', 'people']);
export type ExportPart = z.infer<typeof ExportPart>;

/** `content,site`: what is exported. */
export const ExportQuery = z.object({
  parts: z
    .string()
    .default('content')
    .transform((parts) => [...new Set(parts.split(','))])
    .pipe(z.array(ExportPart))
    .openapi({
      type: 'string',
      example: 'content,site',
      description: 'content: everything as Markdown; site: the public pages as files; people: subscribers and guests',
    }),
});
