/** A refusal of the service; the message is its own text. */
export class OfficeRefusal extends Error {
  override readonly name = 'OfficeRefusal';

  constructor(
    message: string,
    /** HTTP status; absent for answers over the socket. */
    readonly status?: number,
    /** The field of the request that it is about, where the service names it. */
    readonly field?: string,
  ) {
    super(message);
  }
}

/** Nothing usable answers at the address. */
export class OfficeUnreachable extends Error {
  override readonly name = 'OfficeUnreachable';
}

/** The service has a protocol version unknown to this client. */
export class UnknownProtocol extends Error {
  override readonly name = 'UnknownProtocol';
}

/** The client was closed during a wait. */
export class OfficeClosed extends Error {
  override readonly name = 'OfficeClosed';

  constructor() {
    super('The connection to the office was closed.');
  }
}

/** The platform has no `WebSocket`, and none was passed. */
export class NoWebSocket extends Error {
  override readonly name = 'NoWebSocket';

  constructor() {
    super(
      'There is no WebSocket here. Use Node 22 or later, or hand one in, such as that of the package ws: Office.connect(address, { WebSocket }).',
    );
  }
}
