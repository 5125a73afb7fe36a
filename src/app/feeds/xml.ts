import { escapeHtml } from '#shared/mail/mail-layout.ts';
import { withoutControlCharacters } from '#shared/text.ts';

export const xmlDeclaration = '<?xml version="1.0" encoding="utf-8"?>';

/** Leaves out attributes without a value. */
export function xmlElement(name: string, text: string, attributes: Attributes = {}): string {
  return `<${name}${attributesText(attributes)}>${escapeXml(text)}</${name}>`;
}

/** An element without content. */
export function emptyXmlElement(name: string, attributes: Attributes): string {
  return `<${name}${attributesText(attributes)}/>`;
}

type Attributes = Record<string, string | number | null | undefined>;

function attributesText(attributes: Attributes): string {
  return Object.entries(attributes)
    .filter(([, value]) => value !== null && value !== undefined)
    .map(([name, value]) => ` ${name}="${escapeXml(String(value))}"`)
    .join('');
}

/** XML 1.0 allows neither control characters nor lone surrogates. */
function escapeXml(text: string): string {
  return escapeHtml(withoutControlCharacters(text).toWellFormed());
}
