/**
 * Preloaded for Playwright with Firefox ESR. Playwright emulates media features by a command that this Firefox does not know,
 * and opens no page without it: it is sent one that does nothing instead. And it types by changing values, where a field that
 * tells no selection, as one for addresses, keeps what it had before the new text: the browser's own command replaces it. And
 * it reads which elements name another as a property, where Firefox 153 crashes: it is given the attribute.
 */
import { registerHooks } from 'node:module';

const replaced = [
  ['send("emulation.setMediaFeaturesOverride"', 'send("session.status"'],
  [
    '} else if (elementType === "input" || elementType === "textarea") {',
    '} else if (window.document.execCommand("insertText", false, text)) {\n  $&',
  ],
  ['element.ariaLabelledByElements || getIdRefs(', 'getIdRefs('],
] as const;

registerHooks({
  load(url, context, next) {
    const loaded = next(url, context);
    if (!url.endsWith('/playwright-core/lib/coreBundle.js')) return loaded;
    let source = Buffer.from(loaded.source as Uint8Array).toString();
    for (const [from, to] of replaced) {
      if (!source.includes(from)) throw new Error(`Playwright has no ${from}: is this still needed?`);
      source = source.replaceAll(from, to);
    }
    return { ...loaded, source };
  },
});
