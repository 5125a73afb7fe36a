import { useRef, useState } from 'react';
import { PictureField } from '#features/uploads/field/picture-field.tsx';
import { uploadFailureSentence, uploadPicture } from '#features/uploads/uploads.client.ts';
import { noFocalPoint } from '#shared/item-picture.ts';
import { useApi } from '#ui/api-context.ts';
import { Button } from '#ui/forms/button.tsx';
import { createFieldProps, TextField } from '#ui/forms/fields.tsx';
import { ActionRow, Alert, FieldPair, FormStack, MoreOptions, Panel } from '#ui/page/screen-parts.tsx';
import { committeeKind } from '../committee.kind.ts';
import { committeeLimits } from '../committee.ts';
import { emptyPost, type PostValues } from './committee-values.ts';

type Props = {
  posts: PostValues[];
  onChange: (next: (posts: PostValues[]) => PostValues[]) => void;
  onBusy: (isBusy: boolean) => void;
};

/** The people of a year, in the order of its page. */
export function PostRows({ posts, onChange, onBusy }: Props) {
  const place = useRef<HTMLDivElement>(null);
  const uploading = useRef(new Set<number>());
  const [isUploading, setIsUploading] = useState(false);

  /** A picture that is coming goes to a place: until then everyone keeps theirs. */
  function noteUpload(at: number, isBusy: boolean) {
    if (isBusy) uploading.current.add(at);
    else uploading.current.delete(at);
    setIsUploading(uploading.current.size > 0);
    onBusy(uploading.current.size > 0);
  }

  function add() {
    onChange((all) => [...all, emptyPost]);
    requestAnimationFrame(() => place.current?.querySelector<HTMLElement>('section:last-of-type input')?.focus());
  }

  function moveUp(at: number) {
    onChange((all) => all.toSpliced(at - 1, 2, all[at] ?? emptyPost, all[at - 1] ?? emptyPost));
  }

  return (
    <div ref={place}>
      <FormStack>
        {posts.map((post, at) => (
          <Panel key={at} title={`Person ${at + 1}`}>
            <PostFields
              post={post}
              onBusy={(isBusy) => noteUpload(at, isBusy)}
              onChange={(part) => onChange((all) => all.map((one, n) => (n === at ? { ...one, ...part } : one)))}
            />
            <ActionRow below>
              <Button size="small" variant="quiet" disabled={at === 0 || isUploading} onClick={() => moveUp(at)}>
                Move up
              </Button>
              <Button
                size="small"
                variant="quiet"
                disabled={isUploading}
                onClick={() => onChange((all) => all.toSpliced(at, 1))}
              >
                Remove
              </Button>
            </ActionRow>
          </Panel>
        ))}
        <ActionRow>
          <Button variant="quiet" disabled={posts.length >= committeeLimits.posts} onClick={add}>
            Add a person
          </Button>
        </ActionRow>
      </FormStack>
    </div>
  );
}

type FieldsProps = {
  post: PostValues;
  onChange: (part: Partial<PostValues>) => void;
  onBusy: (isBusy: boolean) => void;
};

function PostFields({ post, onChange, onBusy }: FieldsProps) {
  const api = useApi();
  const [problem, setProblem] = useState<string | null>(null);
  const { field } = createFieldProps(post, onChange);

  /** At once, so that the draft holds the address. */
  async function upload(file: File) {
    onBusy(true);
    setProblem(null);
    try {
      onChange({ imageUrl: await uploadPicture(api, committeeKind.name, file), ...noFocalPoint });
    } catch (error) {
      setProblem(uploadFailureSentence(error));
    } finally {
      onBusy(false);
    }
  }

  return (
    <FormStack>
      <FieldPair>
        <TextField label="Name" limit={committeeLimits.name} {...field('name')} />
        <TextField label="Position" limit={committeeLimits.position} {...field('position')} />
      </FieldPair>
      <MoreOptions startsOpen={post.link !== ''}>
        <TextField
          label="Link"
          hint="Such as their own website."
          inputMode="url"
          limit={committeeLimits.link}
          {...field('link')}
        />
        <PictureField
          round
          label="Picture"
          currentUrl={post.imageUrl}
          file={null}
          onFile={(file) => file && void upload(file)}
          onRemove={() => onChange({ imageUrl: null, ...noFocalPoint })}
          onLibrary={({ url }) => onChange({ imageUrl: url, ...noFocalPoint })}
          onBusy={onBusy}
        />
        {problem && <Alert>{problem}</Alert>}
      </MoreOptions>
    </FormStack>
  );
}
