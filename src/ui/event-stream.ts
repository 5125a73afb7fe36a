/** One server-sent event. */
export type ServerEvent = { event: string; data: string };

/** The events of an answer, until it ends. An EventSource could not say who is signed in. */
export async function* readEvents({ body }: Response): AsyncGenerator<ServerEvent> {
  if (!body) return;
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    text += value;
    const messages = text.split('\n\n');
    text = messages.pop() ?? '';
    for (const message of messages) {
      const { event, data } = fieldsOf(message);
      if (event) yield { event, data: data ?? '' };
    }
  }
}

function fieldsOf(message: string): Record<string, string> {
  const lines = message.split('\n').map((line) => /^(\w+): ?(.*)$/.exec(line));
  return Object.fromEntries(lines.flatMap((match) => (match ? [[match[1], match[2]]] : [])));
}
