/** The sentence of each spec call whose answer has no message, such as a proxy's 502 (M4). `$1` is the kind. */
const sentences: [call: RegExp, sentence: string][] = [
  [/^POST \/admin\/login/, 'Login failed'],
  [/^POST \/uploads\//, 'Unknown upload error'],
  [/^POST \/newsletter\/subscribe/, 'Something went wrong. Are you already subscribed?'],
  [/^DELETE \/newsletter\/unsubscribe/, 'Unsubscription failed. This link may be invalid or expired.'],
  [/^GET \/newsletter\/verify/, 'Verification failed'],
  [/^POST \/newsletter\/admin\/send\//, 'Failed to send newsletter'],
  [/^POST \/articles\/admin\/publish\//, 'Failed to publish article'],
  [/^PUT \/\w+\/admin\/\d+\/image/, 'Failed to upload image'],
  [/^GET \/events\/(upcoming|past)/, 'Failed to load $1 events'],
  [/^GET \/(article|event|member)s(?:\/admin)?\/\d/, 'Failed to load $1'],
  [/^GET \/(article|event|member)s/, 'Failed to load $1s'],
  [/^(?:POST|PUT) \/(article|event|member)s\/admin/, 'Failed to save $1'],
  [/^DELETE \/(article|event|member)s\/admin/, 'Failed to delete $1'],
];

export function defaultErrorSentence(method: string, path: string): string {
  for (const [call, sentence] of sentences) {
    const match = call.exec(`${method} ${path}`);
    if (match) return sentence.replace('$1', match[1] ?? '');
  }
  return 'Something went wrong. Please try again later.';
}
