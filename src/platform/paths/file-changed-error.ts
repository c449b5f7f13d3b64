/** Something else stands at a path than what was read there; nothing was written. */
export class FileChangedError extends Error {
  constructor(readonly path: string) {
    super(`${path} was changed since it was read`);
    this.name = new.target.name;
  }
}
