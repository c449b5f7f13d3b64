import type { GuestRequest, RequestValue, ServiceReply } from '../messages.js';

interface Waiting {
  readonly resolve: (value: RequestValue) => void;
  readonly reject: (reason: Error) => void;
}

/** A request without its number. */
type Unnumbered<T> = T extends unknown ? Omit<T, 'id'> : never;

/** Requests files and network access, which the machine lacks, from the service. */
export class ServiceRequests {
  private readonly waiting = new Map<number, Waiting>();
  private lastId = 0;

  constructor(private readonly post: (line: string, id: number) => void) {}

  /**
   * @param onNumber receives the request's number
   * @throws Error with the service's reason
   */
  ask(request: Unnumbered<GuestRequest>, onNumber?: (id: number) => void): Promise<RequestValue> {
    this.lastId += 1;
    const id = this.lastId;
    return new Promise((resolve, reject) => {
      this.post(JSON.stringify({ ...request, id }), id);
      this.waiting.set(id, { resolve, reject });
      onNumber?.(id);
    });
  }

  /** Cancels a request; its reply is ignored. */
  abandon(id: number, reason: unknown): void {
    this.take(id)?.reject(reason as Error);
    this.post(JSON.stringify({ tell: 'cancel', request: id }), 0);
  }

  settle(reply: ServiceReply): void {
    const waiting = this.take(reply.reply);
    if (reply.error !== undefined) waiting?.reject(new Error(reply.error));
    else waiting?.resolve(reply.value ?? null);
  }

  private take(id: number): Waiting | undefined {
    const waiting = this.waiting.get(id);
    this.waiting.delete(id);
    return waiting;
  }
}
