/** Possible bodies of a request or response. */
export type BodyInit = string | Uint8Array | ArrayBuffer | URLSearchParams;

/** The body of a message, read once and as a whole: there are no streams. */
export class Body {
  bodyUsed = false;
  protected readonly bytesOfBody: Uint8Array | null;

  constructor(body: BodyInit | null | undefined) {
    this.bytesOfBody = body === null || body === undefined ? null : bytesOf(body);
  }

  async text(): Promise<string> {
    return new TextDecoder().decode(this.take());
  }

  async json(): Promise<unknown> {
    return JSON.parse(await this.text()) as unknown;
  }

  async bytes(): Promise<Uint8Array> {
    return this.take();
  }

  async arrayBuffer(): Promise<ArrayBufferLike> {
    return this.take().slice().buffer;
  }

  private take(): Uint8Array {
    if (this.bodyUsed) throw new TypeError('the body has been read already');
    this.bodyUsed = this.bytesOfBody !== null;
    return this.bytesOfBody ?? new Uint8Array();
  }
}

/** The default content type of a body. */
export function contentTypeOf(body: unknown): string | undefined {
  if (typeof body === 'string') return 'text/plain;charset=UTF-8';
  if (body instanceof URLSearchParams) return 'application/x-www-form-urlencoded;charset=UTF-8';
  return undefined;
}

function bytesOf(body: unknown): Uint8Array {
  if (body instanceof Uint8Array) return body;
  if (body instanceof ArrayBuffer) return new Uint8Array(body);
  if (ArrayBuffer.isView(body)) {
    return new Uint8Array(body.buffer, body.byteOffset, body.byteLength);
  }
  return new TextEncoder().encode(String(body));
}
