/**
 * Preloaded: Playwright emulates media features by a command that Firefox ESR does not know, and opens no page without it.
 * It is sent one that does nothing instead; tests that ask for a colour scheme or less motion are not for Firefox.
 */
import { registerHooks } from 'node:module';

registerHooks({
  load(url, context, next) {
    const loaded = next(url, context);
    if (!url.endsWith('/playwright-core/lib/coreBundle.js')) return loaded;
    const source = Buffer.from(loaded.source as Uint8Array).toString();
    const unknown = 'send("emulation.setMediaFeaturesOverride"';
    if (!source.includes(unknown))
      throw new Error('Playwright does not emulate media as it did: is this still needed?');
    return { ...loaded, source: source.replaceAll(unknown, 'send("session.status"') };
  },
});
