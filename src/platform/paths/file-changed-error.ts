/** The content at a path differs from what was read; nothing was written. */
export class FileChangedError extends Error {
  constructor(readonly path: string) {
    super(`${path} was changed since it was read`);
    this.name = new.target.name;
  }
}
