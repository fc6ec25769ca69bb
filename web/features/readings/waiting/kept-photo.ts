/** A photo that has not been sent yet. */
export interface KeptPhoto {
  /** Repeated with it, the photo is stored once. */
  requestId: string;
  content: ArrayBuffer;
}
