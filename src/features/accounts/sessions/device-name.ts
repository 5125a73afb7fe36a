const browsers: [name: string, mark: RegExp][] = [
  ['Edge', /\bEdg(A|iOS)?\//],
  ['Opera', /\bOPR\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(Firefox|FxiOS)\//],
  ['Chrome', /\b(Chrome|CriOS|HeadlessChrome)\//],
  ['Safari', /\bSafari\//],
];

const systems: [name: string, mark: RegExp][] = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['Windows', /\bWindows\b/],
  ['Mac', /\bMac(intosh| OS)\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Linux', /\bLinux\b/],
];

/** 'Firefox on Linux': enough to recognise one's own devices, too little to track anyone. Empty when unknown. */
export function deviceName(userAgent: string | undefined): string {
  const find = (list: typeof browsers) => list.find(([, mark]) => mark.test(userAgent ?? ''))?.[0];
  return [find(browsers), find(systems)].filter(Boolean).join(' on ');
}
