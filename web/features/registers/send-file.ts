import { addRegisterPart, openRegister, registerPartBytes } from '#contract/registers.ts';
import { callApi } from '#web/lib/api.ts';
import type { ApiFailure } from '#web/lib/api-failure.ts';

/** A file on its way: goes on from the part that did not come when it is sent again, anew when its register was taken away. */
export interface FileOnItsWay {
  readonly file: File;
  readonly format: string;
  register?: number | undefined;
  partsSent: number;
}

/** The same file, to be read in the same way. */
export function isSameFile(one: FileOnItsWay, other: FileOnItsWay): boolean {
  const [a, b] = [one.file, other.file];
  return (
    one.format === other.format && a.name === b.name && a.size === b.size && a.lastModified === b.lastModified
  );
}

const LETTERS_AT_ONCE = 0x8000;

async function base64Of(piece: Blob): Promise<string> {
  const bytes = new Uint8Array(await piece.arrayBuffer());
  let letters = '';
  for (let at = 0; at < bytes.length; at += LETTERS_AT_ONCE)
    letters += String.fromCharCode(...bytes.subarray(at, at + LETTERS_AT_ONCE));
  return btoa(letters);
}

/** Sends what is left of a file, a part at a time; answers the register, or why a part was not taken. */
export async function sendFile(
  sending: FileOnItsWay,
  onProgress: (bytes: number) => void,
): Promise<{ register: number } | { failure: ApiFailure }> {
  const { file, format } = sending;
  if (sending.register === undefined) {
    const opened = await callApi(openRegister, { format, fileName: file.name, byteCount: file.size });
    if (!opened.ok) return { failure: opened.failure };
    sending.register = opened.data.register.register;
  }
  const { register } = sending;
  const parts = Math.ceil(file.size / registerPartBytes);
  while (sending.partsSent < parts) {
    const from = sending.partsSent * registerPartBytes;
    const content = await base64Of(file.slice(from, from + registerPartBytes));
    const part = sending.partsSent + 1;
    const sent = await callApi(addRegisterPart, { register, part, content, isLast: part === parts });
    if (!sent.ok) {
      const { code } = sent.failure;
      // It takes no parts any more: the answer to the last one was lost, or they came by another way. Its page tells.
      if (code === 'registers.wrongState') return { register };
      if (code === 'common.notFound') {
        sending.register = undefined;
        sending.partsSent = 0;
      }
      return { failure: sent.failure };
    }
    sending.partsSent = part;
    onProgress(Math.min(part * registerPartBytes, file.size));
  }
  return { register };
}
