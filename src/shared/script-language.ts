/** Detects a language by the script of a text. */

/** The letter before the first of each script, and its language. */
const starts =
  /* @__PURE__ */
  '\u036fel \u03ffru \u0530hy \u0590he \u0600ar \u06ff \u0900hi \u0980bn \u0a00pa \u0a80gu \u0b80ta \u0c00te \u0c80kn \u0d00ml \u0d80si \u0e00th \u0e80lo \u0fffmy \u109fka \u11ffam \u177fkm \u1e9fvi \u1eff \u1effel \u3040ja \u33ffzh \uabffko \ufb00he \ufb4far'.split(
    ' ',
  );

/** Most texts have none: looking for one is a hundredth of the work of counting letters. */
const otherThanLatin = /[\u0300-\u1fff\u3040-\uffff]/;

/** Characters: what follows is the same. */
const longestLook = 2000;

/** The language of the script that most letters belong to; undefined for Latin letters, except Vietnamese ones. */
export function languageOfScript(text: string): string | undefined {
  if (!otherThanLatin.test(text)) return undefined;
  const start = text.slice(0, longestLook).normalize('NFC');
  const found: Record<string, number> = { zh: 0, vi: 0, ja: 0 };
  for (const letter of start.match(/\p{L}/gu) ?? []) {
    const language = starts.findLast((before) => before < letter)?.slice(1) ?? '';
    found[language] = (found[language] ?? 0) + 1;
  }
  const { '': latin = 0, vi = 0, ja = 0, zh = 0 } = found;
  // One letter in sixteen: a name among English words does not make them Vietnamese.
  if (vi * 16 > latin) return 'vi';
  // Japanese also uses Chinese characters; each kana is one syllable.
  found[ja * 12 > zh ? 'ja' : 'zh'] = ja + zh * 2;
  const [best = '', most = 0] = Object.entries(found).sort((a, b) => b[1] - a[1])[0] ?? [];
  if (most <= latin) return undefined;
  if (best === 'ar') return /[ٹڈڑںے]/.test(start) ? 'ur' : /[پچژگ]/.test(start) ? 'fa' : best;
  return best === 'ru' && /[іїєґ]/i.test(start) ? 'uk' : best;
}
