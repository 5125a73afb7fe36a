import { useRef, useState } from 'react';
import { type FocalPoint, noFocalPoint } from '#shared/item-picture.ts';
import { pictureMessages } from '#shared/picture-upload.ts';
import { isHeic, pictureProblem } from '../uploads.client.ts';
import { compressPicture } from './compress-picture.client.ts';

type Chosen = { original: File; compressed: File };

type Props = {
  file: File | null;
  onFile: (file: File | null) => void;
  onBusy: (busy: boolean) => void;
  focalPoint?: { onChange: (value: FocalPoint) => void };
};

/** Checks and compresses a chosen picture. The original stays available. */
export function useChosenPicture({ file, onFile, onBusy, focalPoint }: Props) {
  const [problem, setProblem] = useState<string | null>(null);
  /** The file, when only its size was refused. */
  const [tooLarge, setTooLarge] = useState<File | null>(null);
  const [isReading, setIsReading] = useState(false);
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const round = useRef(0);

  async function take(picked: File, isToShrink = false) {
    const refused = isToShrink ? null : navigator.onLine ? pictureProblem(picked) : pictureMessages.offline;
    setProblem(refused);
    setTooLarge(refused === pictureMessages.tooLarge ? picked : null);
    if (refused) return;
    round.current += 1;
    const mine = round.current;
    setIsReading(true);
    onBusy(true);
    const compressed = await compressPicture(picked).catch((error: unknown) => {
      if (mine === round.current) setProblem(error instanceof Error ? error.message : pictureMessages.previewFailed);
      return null;
    });
    // Someone has chosen another one in the meantime.
    if (mine !== round.current) return;
    setIsReading(false);
    onBusy(false);
    if (!compressed) return;
    setChosen({ original: picked, compressed });
    onFile(compressed);
    focalPoint?.onChange(noFocalPoint);
  }

  const isMine = chosen !== null && (file === chosen.compressed || file === chosen.original);
  const isAllowed = isMine && !isHeic(chosen.original) && pictureProblem(chosen.original) === null;
  const canKeep = isAllowed && chosen.compressed !== chosen.original;
  return {
    problem,
    isReading,
    take: (picked: File) => take(picked),
    /** Null unless the file was refused for its size. */
    shrink: tooLarge && problem === pictureMessages.tooLarge ? () => void take(tooLarge, true) : null,
    forgetProblem: () => setProblem(null),
    /** Null when compression changed nothing. */
    original: canKeep ? { file: chosen.original, isKept: file === chosen.original } : null,
    keepOriginal: (isKept: boolean) => chosen && onFile(isKept ? chosen.original : chosen.compressed),
  };
}
