/** `npm run dev`: Vite in the same process, pages from the sources, hot reload. Never loaded in production. */
import { createServer as createHttpServer, type Server } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { createServer as createVite } from 'vite';
import type { AppContext } from '#platform/context.ts';
import type { Pages } from './built-pages.ts';
import type { Health } from './monitoring/health-routes.ts';
import type { EntryServer } from './public/loading/entry-server-contract.ts';
import { createApp } from './server.ts';

const refreshPreamble = `<script type="module">
import { injectIntoGlobalHook } from "/@react-refresh";
injectIntoGlobalHook(window);
window.$RefreshReg$ = () => {};
window.$RefreshSig$ = () => (type) => type;
</script>`;

export async function developmentServer(context: AppContext, health: Health, root: string) {
  const server: Server = createHttpServer();
  const { default: config } = await import('../../vite.config.ts');
  const options = config({ command: 'serve', mode: 'development' });
  // A config file would make Vite write a temporary one, which restarts `node --watch` forever.
  const vite = await createVite({
    ...options,
    root,
    configFile: false,
    appType: 'custom',
    server: { middlewareMode: true, ws: { server } },
  });
  const pages: Pages = {
    entry: async () => (await vite.ssrLoadModule('/src/app/public/entry-server.tsx')) as EntryServer,
    assets: {
      styles: {},
      scripts: ['/src/app/public/entry-client.tsx'],
      homeScript: '/src/app/public/home/home.route.tsx',
      fonts: [],
    },
    adminAssets: {
      styles: { area: { hrefs: [], css: '' }, signIn: { hrefs: [], css: '' } },
      scripts: ['/src/app/admin/entry-admin.tsx'],
      afterUse: '/src/app/public/loading/after-paint.ts',
    },
    // Hot reload needs inline scripts, inline styles and a socket.
    contentSecurityPolicy: `default-src 'self' 'unsafe-inline' ws: data: blob: https: ${context.config.s3?.publicUrl ?? ''}`,
    finish: async (html) =>
      Buffer.from(
        html.join('').replace('<head>', `<head><script type="module" src="/@vite/client"></script>${refreshPreamble}`),
      ),
  };
  const app = createApp(context, { pages, filesFolder: '', health });
  const listener = getRequestListener(app.fetch);
  server.on('request', (request, response) =>
    vite.middlewares(request, response, () => void listener(request, response)),
  );
  return { server, pages: { close: () => vite.close() } };
}
