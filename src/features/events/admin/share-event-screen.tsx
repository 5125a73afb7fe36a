import { useState } from 'react';
import { Button } from '#ui/forms/button.tsx';
import { ScreenHead } from '#ui/page/screen-parts.tsx';
import { saveFile } from '#ui/save-file.ts';
import { useCopyToClipboard } from '#ui/use-copy-to-clipboard.ts';
import type { SocietyEvent } from '../event.schema.ts';
import { type PosterFormat, posterFormats, posterPath, shareText } from '../event-poster.ts';
import styles from './share-event-screen.module.css';

const formats = [
  ['a4', 'Poster', 'A4, to print'],
  ['story', 'Story', 'For stories on phones'],
  ['post', 'Post', 'For posts and chats'],
] as const satisfies [PosterFormat, string, string][];

/** The posters of an event, and its link and a sentence to paste. */
export function ShareEventScreen({ event }: { event: SocietyEvent }) {
  const link = `${location.origin}/events/${event.id}`;
  const words = shareText(event, link);
  const { field, told, copy } = useCopyToClipboard('Copied.', 'Marked: copy it with your keyboard.');
  return (
    <div className={styles.screen}>
      <ScreenHead title="Share" about={event.title} />
      <ul className={styles.posters}>
        {formats.map(([format, name, about]) => (
          <li key={format} data-format={format}>
            <h2 className={styles.name}>{name}</h2>
            <p className={`muted ${styles.about}`}>{about}</p>
            <img
              className={styles.picture}
              src={posterPath(event.id, format)}
              alt={`${name} for ${event.title}`}
              {...posterFormats[format]}
            />
            <div className={`line ${styles.actions}`}>
              <ShareFile event={event} format={format} name={name} />
              {format === 'a4' && (
                <Button variant="quiet" onClick={() => window.print()}>
                  Print
                </Button>
              )}
            </div>
          </li>
        ))}
      </ul>
      <div className={styles.words}>
        <label htmlFor="share-words">To paste into a chat</label>
        <textarea id="share-words" ref={field} readOnly rows={3} value={words} />
        <div className={`line ${styles.actions}`}>
          <Button variant="quiet" onClick={() => void copy(words)}>
            Copy the text
          </Button>
          <Button variant="quiet" onClick={() => void copy(link)}>
            Copy the link
          </Button>
          <span role="status">{told}</span>
        </div>
      </div>
      <p className="muted">
        These pictures can show fifteen scripts, Chinese, Japanese and Korean among them. A title with a character that
        they lack is replaced by the name of the society: the day, the place and the code stay.
      </p>
    </div>
  );
}

/** Hands the file to the phone's own sheet; where there is none, it is a download. */
function ShareFile({ event, format, name }: { event: SocietyEvent; format: PosterFormat; name: string }) {
  const [problem, setProblem] = useState('');

  async function share() {
    setProblem('');
    try {
      const answer = await fetch(posterPath(event.id, format));
      if (!answer.ok) throw new Error(await answer.text());
      const file = new File([await answer.blob()], `${name} ${event.eventDate.slice(0, 10)}.jpg`, {
        type: 'image/jpeg',
      });
      if (isPhone() && navigator.canShare?.({ files: [file] }))
        await navigator.share({ files: [file], title: event.title });
      else saveFile(file, file.name);
    } catch (error) {
      // Closing the sheet is no failure.
      if (error instanceof Error && error.name === 'AbortError') return;
      setProblem('The picture could not be loaded. Please try again.');
    }
  }

  return (
    <>
      <Button onClick={() => void share()}>{isPhone() ? `Share the ${name.toLowerCase()}` : 'Download'}</Button>
      {problem && <p role="alert">{problem}</p>}
    </>
  );
}

/** Computers have a sheet, too, but a file is what people want there. */
function isPhone(): boolean {
  return 'share' in navigator && matchMedia('(pointer: coarse)').matches;
}
