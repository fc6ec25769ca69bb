import { useEffect, useId, useRef, useState } from 'react';
import { localFailure } from '#web/lib/api-failure.ts';
import { newRequestId } from '#web/lib/request-id.ts';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { camera } from '#web/ui/icons.ts';
import { Notice } from '#web/ui/notice.tsx';
import { sendPhoto } from './api.ts';
import { reducePhoto, toBase64 } from './photo.ts';
import styles from './photo-field.module.css';
import { text } from './text.ts';

interface PhotoFieldProps {
  account: string;
  /** Why a photo is wanted. */
  reason: string;
  photoId: string | undefined;
  onAdded: (photoId: string) => void;
  onRemoved: () => void;
}

/** A photo of the meter from the camera or the gallery: made small in the browser, then sent. */
export function PhotoField({ account, reason, photoId, onAdded, onRemoved }: PhotoFieldProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [shown, setShown] = useState<string>();
  useEffect(() => () => (shown ? URL.revokeObjectURL(shown) : undefined), [shown]);

  const take = async (file: File) => {
    setBusy(true);
    setProblem(undefined);
    const photo = await reducePhoto(file).catch(() => undefined);
    if (!photo) {
      setProblem(text.photoUnreadable);
    } else {
      setShown(URL.createObjectURL(photo));
      const content = await toBase64(photo);
      const result = await sendPhoto({ account, requestId: newRequestId(), content });
      if (result.ok) onAdded(result.data.photoId);
      else setProblem(result.failure.message);
    }
    setBusy(false);
  };

  return (
    <div className={styles.field}>
      <h3 className={styles.title}>{photoId ? text.photoTitleAdded : text.photoTitle}</h3>
      <p id={`${id}-reason`}>{photoId ? text.photoAdded : reason}</p>
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
          accept="image/*"
          capture="environment"
          aria-describedby={`${id}-reason`}
          disabled={isBusy}
          onChange={(event) => {
            const file = event.target.files?.[0];
            event.target.value = '';
            if (file) take(file).catch(() => setProblem(localFailure('common.unexpected').message));
          }}
        />
        <label htmlFor={id} className={buttonClass(photoId ? 'quiet' : 'lamp')}>
          <Icon drawing={camera} />
          {isBusy ? text.photoBusy : photoId ? text.photoReplace : text.photoAdd}
        </label>
        {photoId && (
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
