import pg from 'pg';

/** A server that is silent for so long does not answer, ms. */
const answerMs = 5000;

/** An idle connection is tried after so long, to find out whether it is still there, ms. */
const probedAfterMs = 5000;

/**
 * The server finds out within 25 s that the host of a holder is gone, and ends no connection only
 * because it is quiet. Not every version has every setting.
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
 * A connection of its own for locks that belong to its session: the server frees them when the
 * process dies. Its `end` tells that they are gone.
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

  /** The first row of a question that answers `taken`. */
  async asks(question: string, parameters: readonly unknown[]): Promise<boolean> {
    const { rows } = await this.query<{ taken: boolean }>(question, [...parameters]);
    return rows[0]?.taken === true;
  }

  /** One that does not answer takes no leave either. */
  leave(): void {
    void this.end().catch(() => undefined);
  }
}
