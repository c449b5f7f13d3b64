/** The service said no; the message is its own reason. */
export class OfficeRefusal extends Error {
  override readonly name = 'OfficeRefusal';

  constructor(
    message: string,
    /** Of the HTTP answer; absent for what a socket was answered. */
    readonly status?: number,
  ) {
    super(message);
  }
}

/** Nothing that can be spoken to is at the address. */
export class OfficeUnreachable extends Error {
  override readonly name = 'OfficeUnreachable';
}

/** The service speaks a version of the protocol that this client does not know. */
export class UnknownProtocol extends Error {
  override readonly name = 'UnknownProtocol';
}

/** The client was closed while something was waited for. */
export class OfficeClosed extends Error {
  override readonly name = 'OfficeClosed';

  constructor() {
    super('The connection to the office was closed.');
  }
}

/** The platform has no `WebSocket`, and none was handed in. */
export class NoWebSocket extends Error {
  override readonly name = 'NoWebSocket';

  constructor() {
    super(
      'There is no WebSocket here. Use Node 22 or later, or hand one in, such as that of the package ws: Office.connect(address, { WebSocket }).',
    );
  }
}
