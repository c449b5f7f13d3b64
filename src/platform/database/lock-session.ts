import pg from 'pg';

/** Time after which a silent server counts as not answering, ms. */
const answerMs = 5000;

/** Time after which an idle connection is probed, ms. */
const probedAfterMs = 5000;

/**
 * The server detects within 25 s that a holder's host is gone, and never ends a connection for
 * being idle. Not every version has all settings.
 */
const sessionSettings = {
  tcp_keepalives_idle: '10',
  tcp_keepalives_interval: '5',
  tcp_keepalives_count: '3',
  idle_session_timeout: '0',
};

const applySettings =
  'SELECT set_config(name, $1::json ->> name, false) FROM pg_settings ' +
  'WHERE $1::json ->> name IS NOT NULL';

/**
 * A connection for session locks: the server frees them when the process dies. Its `end` event
 * means that they are gone.
 */
export class LockSession extends pg.Client {
  constructor(connectionString: string) {
    super({
      connectionString,
      connectionTimeoutMillis: answerMs,
      query_timeout: answerMs,
      keepAlive: true,
      keepAliveInitialDelayMillis: probedAfterMs,
      application_name: 'office locks',
    });
    this.on('error', () => undefined);
  }

  async open(): Promise<void> {
    await this.connect();
    await this.query(applySettings, [JSON.stringify(sessionSettings)]);
  }

  /** Runs a query whose first row answers `taken`. */
  async asks(question: string, parameters: readonly unknown[]): Promise<boolean> {
    const { rows } = await this.query<{ taken: boolean }>(question, [...parameters]);
    return rows[0]?.taken === true;
  }

  /** Ends the session; a server that does not answer is not waited for. */
  leave(): void {
    void this.end().catch(() => undefined);
  }
}
