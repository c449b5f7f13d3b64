import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { closeApplication } from '../../src/app.setup.js';
import { PluginHost } from '../../src/plugins/host/plugin-host.js';
import { startRealOffice } from '../support/organisations/start-real-office.js';
import type { RunningOffice } from '../support/start-office.js';

describe('an office that closes', () => {
  let office: RunningOffice;
  beforeAll(async () => {
    office = await startRealOffice();
  }, 60_000);
  afterAll(() => office.close());

  it('answers what it was asked, and accepts no connection in which it could be asked again', async () => {
    const { promise: ended, resolve: end } = Promise.withResolvers<void>();
    jest.spyOn(office.app.get(PluginHost), 'beforeApplicationShutdown').mockReturnValueOnce(ended);
    const request = connect(office.port, '127.0.0.1');
    await once(request, 'connect');
    const head =
      'POST /api/settings HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n';
    request.write(`${head}content-length: 2\r\n\r\n{`);
    await office.client.get('/livez');
    const closing = closeApplication(office.app as NestExpressApplication);
    try {
      await expect(office.client.get('/livez')).rejects.toMatchObject({ code: 'ECONNREFUSED' });
      request.write('}');
      expect(await text(request)).toMatch(/^HTTP\/1\.1 200 /);
    } finally {
      end();
      await closing;
    }
  }, 30_000);
});
