/** The platform's WebSocket, all of whose connections a test can cut. */
export class BreakableWebSocket extends WebSocket {
  private static readonly open = new Set<WebSocket>();

  constructor(url: string) {
    super(url);
    BreakableWebSocket.open.add(this);
    this.addEventListener('close', () => BreakableWebSocket.open.delete(this));
  }

  static breakAll(): void {
    for (const socket of BreakableWebSocket.open) socket.close();
  }
}
