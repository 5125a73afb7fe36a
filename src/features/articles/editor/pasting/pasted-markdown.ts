/** Signs of Markdown. Two make it clear, and so does one of the second list. */
const weakSigns = [
  /\n[ \t]*\n# \S/,
  /\n[ \t]*(?:[-*+]|\d{1,3}\.) \S[^\n]*\n[ \t]*(?:[-*+]|\d{1,3}\.) \S/,
  /\*\*[^\s*][^*\n]*\*\*/,
  /\n> \S/,
];
const strongSigns = [
  /\n[ \t]*\n#{2,6} \S/,
  // bounded: in the browser of anyone who pastes
  /\[[^\]\n]+\]\((?:https?:|mailto:|\/)[^\s)]+\)/,
  /\n```[^`]*\n```/,
  /\n[ \t]*[-*+] \[[ x]\] \S/,
  /\|[ \t]*:?-{3,}:?[ \t]*\|/,
];

export function isMarkdown(text: string): boolean {
  const isIn = (sign: RegExp) => sign.test(`\n\n${text}`);
  return strongSigns.some(isIn) || weakSigns.filter(isIn).length > 1;
}
