import { socketTexts } from '../../protocol/texts/http.js';
import type { ConnectionsConfig } from '../config/office-config.js';

/** Why a socket gets no place, as an answer to its handshake. */
interface NoPlace {
  readonly status: 429 | 503;
  readonly error: string;
}

/** Counts open sockets, in total and per address, and refuses more than the limits. */
export class SocketPlaces {
  private taken = 0;
  private readonly ofAddress = new Map<string, number>();

  constructor(private readonly limits: ConnectionsConfig) {}

  /** Takes a place for an address, or returns the reason why not. */
  take(address: string): NoPlace | null {
    const { sockets, socketsPerAddress } = this.limits;
    const own = this.ofAddress.get(address) ?? 0;
    if (own >= socketsPerAddress) {
      return { status: 429, error: socketTexts.tooManyFromAddress(socketsPerAddress) };
    }
    if (this.taken >= sockets) return { status: 503, error: socketTexts.tooManySockets(sockets) };
    this.taken += 1;
    this.ofAddress.set(address, own + 1);
    return null;
  }

  /** Frees a place. */
  leave(address: string): void {
    this.taken -= 1;
    const left = (this.ofAddress.get(address) ?? 1) - 1;
    if (left > 0) this.ofAddress.set(address, left);
    else this.ofAddress.delete(address);
  }
}
