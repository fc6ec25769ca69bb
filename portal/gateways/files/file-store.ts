/** Where the bytes of customers' files lie. Adapters: a folder; an object store where there are several servers. */
export interface FileStore {
  /** Keeps the bytes durably under an id (a UUID); the same id again replaces them. */
  put(fileId: string, content: Buffer): Promise<void>;
  /** The bytes; undefined: there is no such file. */
  find(fileId: string): Promise<Buffer | undefined>;
  /** Deletes the bytes; a file that is not there is no fault. */
  remove(fileId: string): Promise<void>;
}
