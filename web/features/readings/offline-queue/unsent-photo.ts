/** A photo that is not sent yet. */
export interface UnsentPhoto {
  /** Idempotency: repeated with the same id, the photo is stored once. */
  requestId: string;
  content: ArrayBuffer;
}
