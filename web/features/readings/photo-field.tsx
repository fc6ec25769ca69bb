import { useEffect, useId, useRef, useState } from 'react';
import { readingMessages } from '#contract/messages/reading-messages.ts';
import { localFailure } from '#web/lib/api-failure.ts';
import { newRequestId } from '#web/lib/request-id.ts';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { camera } from '#web/ui/icons.ts';
import { Notice } from '#web/ui/notice.tsx';
import { isHeic } from './heic.ts';
import type { UnsentPhoto } from './offline-queue/unsent-photo.ts';
import { reducePhoto } from './photo.ts';
import styles from './photo-field.module.css';
import { sendPhotoUntilFree } from './send-photo-until-free.ts';
import { text } from './text.ts';

interface PhotoFieldProps {
  account: string;
  /** Why a photo is needed. */
  reason: string;
  /** Whether there is a photo, sent or not. */
  hasPhoto: boolean;
  onAdded: (photoId: string) => void;
  /** The photo could not be sent: it is queued with the reading. */
  onUnsent: (photo: UnsentPhoto) => void;
  onRemoved: () => void;
}

/** A photo of the meter from the camera or the gallery: reduced in the browser, then sent. */
export function PhotoField({ account, reason, hasPhoto, onAdded, onUnsent, onRemoved }: PhotoFieldProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [shown, setShown] = useState<string>();
  useEffect(() => () => (shown ? URL.revokeObjectURL(shown) : undefined), [shown]);

  const take = async (file: File) => {
    setBusy(true);
    setProblem(undefined);
    const isSupported = !(await isHeic(file));
    const photo = isSupported ? await reducePhoto(file).catch(() => undefined) : undefined;
    if (!isSupported) {
      setProblem(readingMessages['readings.photoHeic']);
    } else if (!photo) {
      setProblem(text.photoUnreadable);
    } else {
      setShown(URL.createObjectURL(photo));
      const requestId = newRequestId();
      const result = await sendPhotoUntilFree({ account, requestId, photo });
      if (result.ok) onAdded(result.data.photoId);
      else if (result.failure.httpStatus === 0) onUnsent({ requestId, content: await photo.arrayBuffer() });
      else setProblem(result.failure.message);
    }
    setBusy(false);
  };

  return (
    <div className={styles.field}>
      <h3 className={styles.title}>{hasPhoto ? text.photoTitleAdded : text.photoTitle}</h3>
      <p id={`${id}-reason`}>{hasPhoto ? text.photoAdded : reason}</p>
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
        <label htmlFor={id} className={buttonClass(hasPhoto ? 'quiet' : 'lamp')}>
          <Icon drawing={camera} />
          {isBusy ? text.photoBusy : hasPhoto ? text.photoReplace : text.photoAdd}
        </label>
        {hasPhoto && (
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
