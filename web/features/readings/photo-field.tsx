import { useEffect, useId, useRef, useState } from 'react';
import { readingMessages } from '#contract/messages/reading-messages.ts';
import { localFailure } from '#web/lib/api-failure.ts';
import { newRequestId } from '#web/lib/request-id.ts';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { camera } from '#web/ui/icons.ts';
import { Notice } from '#web/ui/notice.tsx';
import { isHeic } from './heic.ts';
import { reducePhoto, toBase64 } from './photo.ts';
import styles from './photo-field.module.css';
import { sendPhotoUntilFree } from './send-photo-until-free.ts';
import { text } from './text.ts';
import type { KeptPhoto } from './waiting/kept-photo.ts';

interface PhotoFieldProps {
  account: string;
  /** Why a photo is wanted. */
  reason: string;
  /** Whether one is there, sent or not. */
  isThere: boolean;
  onAdded: (photoId: string) => void;
  /** It could not be sent: it goes with the reading when the network is back. */
  onKept: (photo: KeptPhoto) => void;
  onRemoved: () => void;
}

/** A photo of the meter from the camera or the gallery: made small in the browser, then sent. */
export function PhotoField({ account, reason, isThere, onAdded, onKept, onRemoved }: PhotoFieldProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [shown, setShown] = useState<string>();
  useEffect(() => () => (shown ? URL.revokeObjectURL(shown) : undefined), [shown]);

  const take = async (file: File) => {
    setBusy(true);
    setProblem(undefined);
    const canBeTaken = !(await isHeic(file));
    const photo = canBeTaken ? await reducePhoto(file).catch(() => undefined) : undefined;
    if (!canBeTaken) {
      setProblem(readingMessages['readings.photoHeic']);
    } else if (!photo) {
      setProblem(text.photoUnreadable);
    } else {
      setShown(URL.createObjectURL(photo));
      const requestId = newRequestId();
      const content = await toBase64(photo);
      const result = await sendPhotoUntilFree({ account, requestId, content });
      if (result.ok) onAdded(result.data.photoId);
      else if (result.failure.httpStatus === 0) onKept({ requestId, content: await photo.arrayBuffer() });
      else setProblem(result.failure.message);
    }
    setBusy(false);
  };

  return (
    <div className={styles.field}>
      <h3 className={styles.title}>{isThere ? text.photoTitleAdded : text.photoTitle}</h3>
      <p id={`${id}-reason`}>{isThere ? text.photoAdded : reason}</p>
      {shown && <img className={styles.photo} src={shown} alt={text.photoAlt} />}
      {problem && (
        <Notice kind="bad" live="alert">
          {problem}
        </Notice>
      )}
      <div className={styles.actions}>
        <input
          ref={input}
          id={id}
          className={styles.file}
          type="file"
          accept="image/jpeg,image/png,image/webp"
          capture="environment"
          aria-describedby={`${id}-reason`}
          disabled={isBusy}
          onChange={(event) => {
            const file = event.target.files?.[0];
            event.target.value = '';
            if (file) take(file).catch(() => setProblem(localFailure('common.unexpected').message));
          }}
        />
        <label htmlFor={id} className={buttonClass(isThere ? 'quiet' : 'lamp')}>
          <Icon drawing={camera} />
          {isBusy ? text.photoBusy : isThere ? text.photoReplace : text.photoAdd}
        </label>
        {isThere && (
          <Button
            kind="plain"
            onClick={() => {
              setShown(undefined);
              onRemoved();
              input.current?.focus();
            }}
          >
            {text.photoRemove}
          </Button>
        )}
      </div>
    </div>
  );
}
